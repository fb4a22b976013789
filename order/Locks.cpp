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

void Locks::Fences::add(uint64_t step) {
  first = std::min(first, step);
  last = step;
}

/// A fence, or an access that is its own.
void Locks::Held::fence(const OrderEvent &event) {
  const uint64_t step = positionOfEvent(event).step;
  block.add(step);
  if (event.scope >= uint8_t(Scope::Device))
    device.add(step);
}

void Locks::add(const OrderEvent &event) {
  const uint64_t step = positionOfEvent(event).step;
  const auto kind = SyncKind(event.kind);
  const bool takes = kind == SyncKind::Read && (event.flags & SyncLock) &&
                     !(event.flags & (SyncPoll | SyncStrictPoll));
  if (takes) {
    Held region{.location = event.location, .taken = step};
    if (event.flags & SyncAcquire)
      region.fence(event);
    regions[event.thread].push_back(region);
    return;
  }
  const auto own = regions.find(event.thread);
  if (own == regions.end())
    return;
  for (Held &region : own->second) {
    if (region.givenBack != NoStep)
      continue;
    const bool givesBack = kind == SyncKind::Write && event.location == region.location;
    if (kind == SyncKind::Fence || (givesBack && event.flags & SyncRelease))
      region.fence(event);
    if (!givesBack)
      continue;
    region.givenBack = step;
    region.isLock = !(event.flags & SyncCompare);
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

bool Locks::isFaulty(const Held &earlier, const Position &first, const Held &later,
                     const Position &second, uint64_t word) {
  const bool sameBlock = first.block() == second.block();
  const Fences &taking = sameBlock ? earlier.block : earlier.device;
  const Fences &giving = sameBlock ? later.block : later.device;
  const bool isOfLock = word - later.location < MaxStrongBytes;
  return earlier.isLock &&
         (taking.first > first.step || (later.isLock && !isOfLock && giving.last < second.step));
}

uint64_t Locks::commonLock(const Position &first, const Position &second, uint64_t word,
                           Region kind) const {
  const auto mine = regions.find(first.thread);
  const auto others = regions.find(second.thread);
  if (mine == regions.end() || others == regions.end())
    return 0;
  for (const Held &earlier : mine->second)
    for (const Held &later : others->second)
      if (earlier.location == later.location && holds(earlier, first) && holds(later, second) &&
          (kind == Region::Any || isFaulty(earlier, first, later, second, word)))
        return earlier.location;
  return 0;
}

} // namespace warpsan::order
