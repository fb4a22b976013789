//===- region_thread.h - What a thread in mode ld knows about itself -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "core/region_block.h"
#include "core/thread_context.h"

namespace warpsan {

/// Context of a twin with abi::KernelPrivate.
struct RegionThread : ThreadContext {
  uint64_t first;   ///< generic address of the first byte of shared memory with copies
  uint64_t copies;  ///< that of the first copy
  uint64_t copy;    ///< that of the thread's in this round
  uint64_t stale;   ///< where copies start from: as a copy, with the values of the region's start
  uint64_t all;     ///< as a copy: the union
  uint64_t marks;   ///< mode det: from a byte of a copy to its mark, all ones if it was written
  uint64_t block;   ///< RegionBlock
  uint64_t buffers; ///< write buffers of the block
  uint64_t fixed;   ///< static shared memory of the kernel
  uint64_t dynamic; ///< dynamic shared memory, or 0
  uint64_t digest;  ///< of what the first pass left in the thread
  // An allocation that the thread has come to:
  uint64_t reached;
  uint64_t reachedBytes;
  uint32_t fixedBytes;
  uint32_t copyBytes;
  uint32_t turn;         ///< regions ended, each pass counted
  uint32_t pass;         ///< RegionPass
  uint32_t steps;        ///< rounds of loops in this pass, as of when the thread told them
  uint32_t mostSteps;    ///< of a second pass
  uint32_t meetings;     ///< of the warp in this pass
  uint32_t round;        ///< core/rounds.h
  uint32_t changed;      ///< some warp changed a byte in the first pass of this round
  uint32_t reserved;
  uint64_t allSteps;     ///< in first passes of the regions before
  uint64_t mostAllSteps; ///< of a second pass of the grid
};
static_assert(sizeof(RegionThread) % 8 == 0);

} // namespace warpsan
