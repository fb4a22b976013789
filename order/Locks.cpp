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
  for (auto &[number, thread] : threads)
    finish(thread);
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
    OfThread &thread = threads[event.thread];
    thread.open.push_back(uint32_t(thread.rows.size()));
    thread.rows.push_back(region);
    return;
  }
  const auto own = threads.find(event.thread);
  if (own == threads.end())
    return;
  std::erase_if(own->second.open, [&](uint32_t number) {
    Held &region = own->second.rows[number];
    const bool givesBack = kind == SyncKind::Write && event.location == region.location;
    if (kind == SyncKind::Fence || (givesBack && event.flags & SyncRelease))
      region.fence(event);
    if (givesBack) {
      region.givenBack = step;
      region.isLock = !(event.flags & SyncCompare);
    }
    return givesBack;
  });
}

void Locks::finish(OfThread &thread) {
  uint64_t latest = 0;
  for (const Held &region : thread.rows) {
    if (region.givenBack != NoStep)
      latest = std::max(latest, region.givenBack);
    thread.latest.push_back(latest);
  }
  std::set<uint64_t> locations;
  for (const uint32_t number : thread.open)
    if (locations.insert(thread.rows[number].location).second)
      thread.endless.push_back(number);
}

bool Locks::holds(const Held &region, const Position &position) {
  return region.taken < position.step && position.step < region.givenBack;
}

/// Those that are given back before the others.
std::vector<const Locks::Held *> Locks::heldAt(const Position &position) const {
  const auto own = threads.find(position.thread);
  if (own == threads.end())
    return {};
  const OfThread &thread = own->second;
  const auto taken =
      std::partition_point(thread.rows.begin(), thread.rows.end(),
                           [&](const Held &region) { return region.taken < position.step; });
  std::vector<const Held *> held;
  for (auto i = size_t(taken - thread.rows.begin()); i-- > 0;) {
    if (thread.latest[i] <= position.step)
      break;
    if (thread.rows[i].givenBack != NoStep && holds(thread.rows[i], position))
      held.push_back(&thread.rows[i]);
  }
  for (const uint32_t number : thread.endless)
    if (holds(thread.rows[number], position))
      held.push_back(&thread.rows[number]);
  return held;
}

bool Locks::isLocked(const Position &position) const {
  const std::vector<const Held *> held = heldAt(position);
  return !held.empty() && held.front()->givenBack != NoStep;
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
  const std::vector<const Held *> mine = heldAt(first);
  if (mine.empty())
    return 0;
  const std::vector<const Held *> others = heldAt(second);
  for (const Held *earlier : mine)
    for (const Held *later : others)
      if (earlier->location == later->location &&
          (kind == Region::Any || isFaulty(*earlier, first, *later, second, word)))
        return earlier->location;
  return 0;
}

} // namespace warpsan::order
