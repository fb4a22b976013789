//===- HostDevice.h - Device runtime as host code --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives rt/device_rt.cu what it takes from the GPU, so that its logic runs in
// a unit test: one thread at a time, whose position the test sets. Include it
// in one file only.
//===----------------------------------------------------------------------===//
#pragma once
#include <cstdint>

#define __device__

namespace warpsan::test {

struct Position {
  uint32_t x = 0, y = 0, z = 0;
};

inline Position gridSize{1, 1, 1};
inline Position blockSize{64, 1, 1};
inline Position blockIndex;
inline Position threadIndex;
/// Lanes that run together.
inline uint32_t activeLanes = ~0u;
/// What the other lanes of a vote say.
inline bool otherLanesVote = false;
/// Bit l: what lane l said in a vote, all ones at first. Lanes vote from the first one on.
inline uint32_t votes = ~0u;
/// Host address that stands for the shared window of the block.
inline char *sharedWindow = nullptr;
inline uint32_t sharedWindowBytes = 0;
inline char *localWindow = nullptr;
inline uint32_t localWindowBytes = 0;

inline uint32_t multiprocessor = 0, multiprocessors = 1;

/// Barriers of the runtime's own.
inline unsigned barriers = 0;

inline bool within(const void *address, const char *window, uint32_t bytes) {
  return static_cast<const char *>(address) - window < std::int64_t(bytes) && address >= window;
}

} // namespace warpsan::test

#define WARPSAN_TEST_SREG(Name, Value)                                                             \
  inline uint32_t __nvvm_read_ptx_sreg_##Name() { return warpsan::test::Value; }
WARPSAN_TEST_SREG(nctaid_x, gridSize.x)
WARPSAN_TEST_SREG(nctaid_y, gridSize.y)
WARPSAN_TEST_SREG(nctaid_z, gridSize.z)
WARPSAN_TEST_SREG(ntid_x, blockSize.x)
WARPSAN_TEST_SREG(ntid_y, blockSize.y)
WARPSAN_TEST_SREG(ntid_z, blockSize.z)
WARPSAN_TEST_SREG(ctaid_x, blockIndex.x)
WARPSAN_TEST_SREG(ctaid_y, blockIndex.y)
WARPSAN_TEST_SREG(ctaid_z, blockIndex.z)
WARPSAN_TEST_SREG(tid_x, threadIndex.x)
WARPSAN_TEST_SREG(tid_y, threadIndex.y)
WARPSAN_TEST_SREG(tid_z, threadIndex.z)
WARPSAN_TEST_SREG(smid, multiprocessor)
WARPSAN_TEST_SREG(nsmid, multiprocessors)

inline void __nvvm_nanosleep(uint32_t) {}
inline void __nvvm_bar_sync(int) { ++warpsan::test::barriers; }
inline void __nvvm_barrier_sync(uint32_t) { ++warpsan::test::barriers; }
inline void __nvvm_bar_warp_sync(uint32_t) {}
inline uint32_t __nvvm_activemask() { return warpsan::test::activeLanes; }
inline bool __nvvm_vote_any_sync(uint32_t, bool mine) {
  return mine || warpsan::test::otherLanesVote;
}
/// The other lanes that run add the same.
inline uint32_t __nvvm_match_any_sync_i64(uint32_t mask, uint64_t) { return mask; }
inline uint32_t __nvvm_vote_ballot_sync(uint32_t mask, bool mine) {
  using warpsan::test::votes;
  const uint32_t bit = 1u << warpsan::test::threadIndex.x % 32;
  votes = mine ? votes | bit : votes & ~bit;
  return votes & mask;
}
inline uint32_t __nvvm_match_all_sync_i64p(uint32_t mask, uint64_t, int *isSame) {
  *isSame = 1;
  return mask;
}
inline bool __nvvm_isspacep_const(const void *) { return false; }
inline bool __nvvm_isspacep_shared(const void *address) {
  return warpsan::test::within(address, warpsan::test::sharedWindow,
                               warpsan::test::sharedWindowBytes);
}
inline bool __nvvm_isspacep_local(const void *address) {
  return warpsan::test::within(address, warpsan::test::localWindow,
                               warpsan::test::localWindowBytes);
}

#pragma GCC diagnostic ignored "-Wattributes" // address spaces
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "rt/device_rt.cu"
