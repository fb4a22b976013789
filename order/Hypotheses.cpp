//===- Hypotheses.cpp - What the order of a launch would be if -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order/Hypotheses.h"

namespace warpsan::order {

using namespace abi;

namespace {

OrderEvent changed(OrderEvent event, Hypothesis hypothesis) {
  switch (hypothesis) {
  case Hypothesis::StrictPolls:
    event.flags &= uint8_t(~SyncPoll);
    break;
  case Hypothesis::Count:
    break;
  }
  return event;
}

} // namespace

Answer Hypotheses::ask(Hypothesis hypothesis, const Position &first, const Position &second,
                       uint64_t moment) {
  std::unique_ptr<HappensBefore> &order = orders[size_t(hypothesis)];
  if (!order) {
    std::vector<OrderEvent> rows;
    rows.reserve(events.size());
    for (const OrderEvent &event : events)
      rows.push_back(changed(event, hypothesis));
    order = std::make_unique<HappensBefore>(rows);
  }
  return order->ask(first, second, moment);
}

} // namespace warpsan::order
