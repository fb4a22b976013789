//===- warp_collectives.cpp - Operations of the lanes of a mask ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A collective takes place when every live lane of its mask waits with the
// same mask and operation, so differing masks can be under way in one warp.
//===----------------------------------------------------------------------===//
#include "cpu/cuda_errors.h"
#include "cpu/faults.h"
#include "cpu/scheduler.h"
#include <algorithm>
#include <bit>

namespace warpsan::cpu {

namespace {

/// Lanes of a mask, lowest first.
template <typename Action>
void forEachLane(const Warp &warp, uint32_t mask, Action action) {
  for (; mask; mask &= mask - 1)
    action(*warp.lanes[std::countr_zero(mask)]);
}

/// PTX ISA 9.7.9.6 (shfl.sync): `argument` is b | c << 16, c is segmask << 8 | clamp.
WarpResult shuffle(const Warp &warp, uint32_t mask, const Thread &self) {
  const uint32_t offset = self.argument & 31;
  const uint32_t clamp = self.argument >> 16 & 31;
  const uint32_t segment = self.argument >> 24 & 31;
  const auto lane = static_cast<int>(self.lane);
  const auto last = static_cast<int>((self.lane & segment) | (clamp & ~segment));
  int source = lane;
  bool inRange = false;
  if (self.warpOp == WarpOp::ShuffleUp) {
    source = lane - static_cast<int>(offset);
    inRange = source >= last;
  } else {
    source = self.warpOp == WarpOp::ShuffleDown ? lane + static_cast<int>(offset)
             : self.warpOp == WarpOp::ShuffleXor
                 ? static_cast<int>(self.lane ^ offset)
                 : static_cast<int>((self.lane & segment) | (offset & ~segment));
    inRange = source <= last;
  }
  if (!inRange || !(mask >> source & 1)) // a source that takes no part is undefined
    return {self.value, inRange};
  return {warp.lanes[static_cast<size_t>(source)]->value, true};
}

uint32_t ballot(const Warp &warp, uint32_t mask) {
  uint32_t lanes = 0;
  forEachLane(warp, mask, [&](const Thread &t) { lanes |= uint32_t(t.value != 0) << t.lane; });
  return lanes;
}

uint32_t lanesWithValue(const Warp &warp, uint32_t mask, uint64_t value) {
  uint32_t lanes = 0;
  forEachLane(warp, mask, [&](const Thread &t) { lanes |= uint32_t(t.value == value) << t.lane; });
  return lanes;
}

uint32_t combine(WarpOp op, uint32_t a, uint32_t b) {
  const auto sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
  switch (op) {
  case WarpOp::Add:
    return a + b;
  case WarpOp::MinSigned:
    return static_cast<uint32_t>(std::min(sa, sb));
  case WarpOp::MaxSigned:
    return static_cast<uint32_t>(std::max(sa, sb));
  case WarpOp::MinUnsigned:
    return std::min(a, b);
  case WarpOp::MaxUnsigned:
    return std::max(a, b);
  case WarpOp::And:
    return a & b;
  case WarpOp::Or:
    return a | b;
  default:
    return a ^ b;
  }
}

uint32_t reduce(const Warp &warp, uint32_t mask, WarpOp op) {
  uint32_t rest = mask & (mask - 1);
  auto total = static_cast<uint32_t>(warp.lanes[std::countr_zero(mask)]->value);
  forEachLane(warp, rest,
              [&](const Thread &t) { total = combine(op, total, static_cast<uint32_t>(t.value)); });
  return total;
}

WarpResult vote(WarpOp op, uint32_t yes, uint32_t mask) {
  const bool all = yes == mask;
  switch (op) {
  case WarpOp::All:
    return {all, true};
  case WarpOp::Any:
    return {yes != 0, true};
  case WarpOp::Uniform:
    return {all || !yes, true};
  default:
    return {yes, true};
  }
}

WarpResult match(const Warp &warp, uint32_t mask, const Thread &self) {
  const uint32_t equal = lanesWithValue(warp, mask, self.value);
  if (self.warpOp == WarpOp::MatchAny)
    return {equal, true};
  const bool all = equal == mask;
  return {all ? equal : 0u, all};
}

void computeResults(Warp &warp, uint32_t mask, WarpOp op) {
  const auto setAll = [&](WarpResult result) {
    forEachLane(warp, mask, [&](Thread &t) { t.result = result; });
  };
  switch (op) {
  case WarpOp::Barrier:
    return;
  case WarpOp::ShuffleUp:
  case WarpOp::ShuffleDown:
  case WarpOp::ShuffleXor:
  case WarpOp::ShuffleIndex:
  case WarpOp::Matrix:
    return forEachLane(warp, mask, [&](Thread &t) { t.result = shuffle(warp, mask, t); });
  case WarpOp::MatchAny:
  case WarpOp::MatchAll:
    return forEachLane(warp, mask, [&](Thread &t) { t.result = match(warp, mask, t); });
  case WarpOp::All:
  case WarpOp::Any:
  case WarpOp::Uniform:
  case WarpOp::Ballot:
    return setAll(vote(op, ballot(warp, mask), mask));
  default:
    return setAll({reduce(warp, mask, op), true});
  }
}

} // namespace

bool Scheduler::completeCollective(Warp &warp, uint32_t mask, WarpOp op) {
  const uint32_t lanes = mask & warp.live;
  if (!lanes || (warp.collective & lanes) != lanes)
    return false;
  bool same = true;
  forEachLane(warp, lanes, [&](const Thread &t) { same &= t.warpOp == op && t.mask == mask; });
  if (!same)
    return false;
  computeResults(warp, lanes, op);
  warp.collective &= ~lanes;
  forEachLane(warp, lanes, [&](Thread &t) { wake(&t); });
  return true;
}

/// A lane has left: others may have waited for it.
void Scheduler::retryCollectives(Warp &warp) {
  for (uint32_t lanes = warp.collective; lanes; lanes &= lanes - 1) {
    const Thread &thread = *warp.lanes[std::countr_zero(lanes)];
    if (thread.state == Thread::State::Collective)
      completeCollective(warp, thread.mask, thread.warpOp);
  }
}

WarpResult Scheduler::collective(uint32_t mask, WarpOp op, uint64_t value, uint32_t argument) {
  Thread &self = *current;
  if (!(mask >> self.lane & 1))
    fault(ErrorLaunchFailure, "a lane executes a warp operation whose mask does not name it");
  self.mask = mask;
  self.warpOp = op;
  self.value = value;
  self.argument = argument;
  self.state = Thread::State::Collective;
  self.warp->collective |= 1u << self.lane;
  if (!completeCollective(*self.warp, mask, op))
    waitForOthers();
  return self.result;
}

/// Which lanes are converged is not defined by the program. Here: all lanes
/// that wait at the same call once nothing else can run, or only spins.
uint32_t Scheduler::activeMask(const void *site) {
  Thread &self = *current;
  self.state = Thread::State::ActiveMask;
  self.site = site;
  self.warp->activeMask |= 1u << self.lane;
  if (activeMaskWaiters++ == 0)
    yieldsSinceActiveMask = 0;
  waitForOthers();
  return static_cast<uint32_t>(self.result.value);
}

void Scheduler::resolveActiveMask(Warp &warp) {
  const void *site = warp.lanes[std::countr_zero(warp.activeMask)]->site;
  uint32_t group = 0;
  forEachLane(warp, warp.activeMask,
              [&](const Thread &t) { group |= uint32_t(t.site == site) << t.lane; });
  warp.activeMask &= ~group;
  forEachLane(warp, group, [&](Thread &t) {
    t.result.value = group;
    t.state = Thread::State::Ready;
    noteProgress();
    ready.push(&t);
  });
}

void Scheduler::resolveActiveMasks() {
  for (Block *block : liveBlocks)
    for (Warp &warp : block->warps)
      while (warp.activeMask)
        resolveActiveMask(warp);
  activeMaskWaiters = 0;
}

} // namespace warpsan::cpu
