//===- TargetFunctions.cpp - What the device runtime asks its target -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

namespace warpsan::test {
uint32_t sharedBase = 0;
bool startsCleared = false;
bool isOfWarp = false;
const void *heldMemory = nullptr;
const void *freeMemory = nullptr;
} // namespace warpsan::test

// Override the weak ones of the device runtime, as the CPU target does.
extern "C" uint32_t __warpsan_shared_base() { return warpsan::test::sharedBase; }
extern "C" bool __warpsan_starts_cleared() { return warpsan::test::startsCleared; }
extern "C" bool __warpsan_is_of_warp(uint64_t, uint64_t) { return warpsan::test::isOfWarp; }
extern "C" void __warpsan_add_to_counter(uint64_t *counters, uint32_t which, uint64_t amount) {
  counters[which] += amount;
}
extern "C" bool __warpsan_holds_memory(const void *address) {
  return address == warpsan::test::heldMemory;
}
extern "C" bool __warpsan_is_free_memory(const void *address) {
  return address == warpsan::test::freeMemory;
}

/// What the pass answers for each twin.
extern "C" bool __warpsan_may_order() { return true; }
