//===- device_counters.cuh - What counters=1 counts ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that do not count must not pay. Those that do take the slow path of checks,
// where a flag of the launch is tested; the rest is a function that nobody inlines.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/access.h"
#include "rt/device_memory.cuh"
#include "rt/device_position.cuh"

namespace warpsan::device {

/// Lanes that come together and add the same make one update: many counts of a warp
/// go to one word. The CPU target has its own: there lanes come one by one.
extern "C" __device__ __attribute__((weak)) void
__warpsan_add_to_counter(uint64_t *counters, uint32_t which, uint64_t amount) {
  const uint32_t same = __nvvm_match_any_sync_i64(__nvvm_activemask(), amount << 32 | which);
  const uint32_t first = uint32_t(__builtin_ctz(same));
  if (threadInBlock() % 32 == first)
    addRelaxed(counters + which, amount * uint64_t(__builtin_popcount(same)));
}

/// Of launches that count.
__device__ __attribute__((noinline, cold)) void addToCounter(const abi::LaunchRecord &launch,
                                                             abi::Counter which, uint64_t amount) {
  __warpsan_add_to_counter(pointer<uint64_t>(launch.kernelCounters), uint32_t(which), amount);
}

__device__ inline bool isCounting(const abi::LaunchRecord &launch) {
  return launch.flags & abi::LaunchCountAccesses;
}

__device__ inline void count(const abi::LaunchRecord &launch, abi::Counter which) {
  if (__builtin_expect(isCounting(launch), false))
    addToCounter(launch, which, 1);
}

/// Something about an access of the site is not analysed. Never on the way of one that is.
__device__ __attribute__((noinline, cold)) void raise(const abi::LaunchRecord &launch,
                                                      uint32_t site, abi::Reason reason) {
  count(launch, abi::Counter::NotAnalysed);
  raiseIn(pointer<uint32_t>(launch.siteFlags) + site, reason);
}

/// Which counter an access goes to. What launches that do not count leave out first of all
/// is told here, from fields of its own.
__device__ inline abi::Counter counterOf(const abi::LaunchRecord &launch, uint32_t accessFlags) {
  const uint32_t root = rootOf(accessFlags);
  if (root && launch.countedRoots >> (root - 1) & 1)
    return abi::Counter::LeftOutByLaunch;
  if ((accessFlags & AccessIfOutsideShape) && (launch.flags & abi::LaunchCountedShape))
    return abi::Counter::LeftOutByShape;
  return abi::Counter::Checks;
}

/// In launches that count: whether the access is to be checked.
__device__ __attribute__((noinline, cold)) bool countAccess(const abi::LaunchRecord &launch,
                                                            uint64_t address, uint64_t size,
                                                            uint32_t accessFlags) {
  constexpr uint64_t WordBytes = 4;
  const abi::Counter which = counterOf(launch, accessFlags);
  addToCounter(launch, which, 1);
  if (which != abi::Counter::Checks)
    return false;
  addToCounter(launch, abi::Counter::Words,
               (address % WordBytes + size + WordBytes - 1) / WordBytes);
  return true;
}

} // namespace warpsan::device
