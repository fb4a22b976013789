//===- Hypotheses.cpp - What the order of a launch would be if -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order/Hypotheses.h"
#include <algorithm>

namespace warpsan::order {

using namespace abi;

namespace {

void widen(OrderEvent &event) { event.scope = std::max(event.scope, uint8_t(Scope::Device)); }

OrderEvent changed(OrderEvent event, Hypothesis hypothesis) {
  const auto kind = SyncKind(event.kind);
  const bool isStrong = kind == SyncKind::Write || kind == SyncKind::Read;
  switch (hypothesis) {
  case Hypothesis::StrictPolls:
    event.flags &= uint8_t(~SyncPoll);
    break;
  case Hypothesis::WideFences:
    if (kind == SyncKind::Fence)
      widen(event);
    break;
  case Hypothesis::WideScopes:
    if (kind == SyncKind::Fence || isStrong)
      widen(event);
    break;
  case Hypothesis::MoreFences:
    if (isStrong)
      event.flags |= SyncRelease | SyncAcquire;
    break;
  case Hypothesis::Count:
    break;
  }
  return event;
}

} // namespace

Hypotheses::World &Hypotheses::world(Hypothesis hypothesis) {
  std::unique_ptr<World> &made = worlds[size_t(hypothesis)];
  if (!made) {
    std::vector<OrderEvent> rows;
    rows.reserve(events.size());
    for (const OrderEvent &event : events)
      rows.push_back(changed(event, hypothesis));
    made = std::make_unique<World>(rows);
  }
  return *made;
}

Answer Hypotheses::ask(Hypothesis hypothesis, const Position &first, const Position &second,
                       uint64_t moment) {
  return world(hypothesis).order.ask(first, second, moment);
}

bool Hypotheses::orders(Hypothesis hypothesis, const Position &first, const Position &second,
                        uint64_t moment, uint64_t word) {
  return ask(hypothesis, first, second, moment) == Answer::Ordered &&
         !world(hypothesis).locks.commonLock(first, second, word, Locks::Region::Faulty);
}

} // namespace warpsan::order
