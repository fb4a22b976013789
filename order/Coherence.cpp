//===- Coherence.cpp - Order of the accesses to one word -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order/Coherence.h"
#include <algorithm>

namespace warpsan::order {

using namespace abi;

/// Events of one thread are logged in their order.
Coherence::Coherence(const std::vector<OrderEvent> &events) {
  for (const OrderEvent &row : events) {
    const Event event{positionOfEvent(row), row.location, row.ticket,
                      row.scope >= uint8_t(Scope::Device)};
    if (SyncKind(row.kind) == SyncKind::Write)
      writes[row.thread].push_back(event);
    if (SyncKind(row.kind) == SyncKind::Read)
      reads[{row.location, event.position.block()}].push_back(event);
  }
}

/// The event that was logged with the access: the next one of its thread.
const Coherence::Event *Coherence::writeOf(const Position &access, uint64_t word) const {
  const auto own = writes.find(access.thread);
  if (own == writes.end())
    return nullptr;
  const auto event =
      std::lower_bound(own->second.begin(), own->second.end(), access.step,
                       [](const Event &row, uint64_t step) { return row.position.step < step; });
  const bool isIts = event != own->second.end() && event->position.step == access.step + 1 &&
                     word - event->location < MaxStrongBytes;
  return isIts ? &*event : nullptr;
}

bool Coherence::isSeen(const Position &first, const Position &second, uint64_t word) const {
  const Event *write = writeOf(first, word);
  if (!write)
    return false;
  const auto seen = reads.find({write->location, second.block()});
  if (seen == reads.end())
    return false;
  const bool sameBlock = first.block() == second.block();
  return std::any_of(seen->second.begin(), seen->second.end(), [&](const Event &read) {
    return read.ticket >= write->ticket && precedesInBlock(read.position, second) &&
           (sameBlock || (read.deviceScope && write->deviceScope));
  });
}

} // namespace warpsan::order
