//===- Locks.cpp - Regions that a lock protects ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order/Locks.h"
#include <algorithm>

namespace warpsan::order {

using namespace abi;

/// Events of one thread are logged in their order.
Locks::Locks(const std::vector<OrderEvent> &events) {
  for (const OrderEvent &event : events)
    add(event);
}

void Locks::add(const OrderEvent &event) {
  const uint64_t step = positionOfEvent(event).step;
  const auto kind = SyncKind(event.kind);
  const bool takes = kind == SyncKind::Read && (event.flags & SyncLock) &&
                     !(event.flags & (SyncPoll | SyncStrictPoll));
  if (takes) {
    const uint64_t fence = event.flags & SyncAcquire ? step : NoStep;
    const bool isWide = event.scope >= uint8_t(Scope::Device);
    regions[event.thread].push_back(
        {event.location, step, fence, isWide ? fence : NoStep, NoStep, false});
    return;
  }
  const auto own = regions.find(event.thread);
  if (own == regions.end())
    return;
  for (Held &region : own->second) {
    if (region.givenBack != NoStep)
      continue;
    if (kind == SyncKind::Write && event.location == region.location) {
      region.givenBack = step;
      region.isLock = !(event.flags & SyncCompare);
    }
    if (kind != SyncKind::Fence)
      continue;
    region.blockFence = std::min(region.blockFence, step);
    if (event.scope >= uint8_t(Scope::Device))
      region.deviceFence = std::min(region.deviceFence, step);
  }
}

bool Locks::holds(const Held &region, const Position &position) {
  return region.taken < position.step && position.step < region.givenBack;
}

bool Locks::isLocked(const Position &position) const {
  const auto own = regions.find(position.thread);
  return own != regions.end() &&
         std::any_of(own->second.begin(), own->second.end(), [&](const Held &region) {
           return region.givenBack != NoStep && holds(region, position);
         });
}

uint64_t Locks::commonLock(const Position &first, const Position &second, Region kind) const {
  const auto mine = regions.find(first.thread);
  const auto others = regions.find(second.thread);
  if (mine == regions.end() || others == regions.end())
    return 0;
  const bool sameBlock = first.block() == second.block();
  for (const Held &region : mine->second) {
    const uint64_t fence = sameBlock ? region.blockFence : region.deviceFence;
    if (!holds(region, first) || (kind == Region::Faulty && (!region.isLock || fence < first.step)))
      continue;
    for (const Held &other : others->second)
      if (other.location == region.location && holds(other, second))
        return region.location;
  }
  return 0;
}

} // namespace warpsan::order
