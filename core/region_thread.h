//===- region_thread.h - What a thread in mode ld knows about itself -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "core/region_block.h"
#include "core/thread_context.h"

namespace warpsan {

/// Context of a twin with abi::KernelPrivate.
struct RegionThread : ThreadContext {
  uint64_t block;  ///< RegionBlock
  uint64_t copy;   ///< the thread's in this round
  uint64_t digest; ///< of what the first pass left in the thread
  /// Of the thread's pieces in sweeps, which some warp changed in the first pass of this round:
  /// bit k is for the k-th, the last one for all others, too.
  uint64_t changedPieces;
  uint64_t allSteps; ///< in first passes of the regions before
  // An allocation that the thread has come to:
  uint64_t reached;
  uint64_t reachedBytes;
  uint32_t turn;      ///< regions ended, each pass counted
  uint32_t pass;      ///< RegionPass
  uint32_t steps;     ///< rounds of loops in this pass, as of when the thread told them
  uint32_t mostSteps; ///< of a second pass
  uint32_t meetings;  ///< of the warp in this pass
  uint32_t round;     ///< core/rounds.h
  uint32_t changed;   ///< some warp changed a byte in the first pass of this round
  uint32_t reserved;
};
static_assert(sizeof(RegionThread) % 8 == 0);

} // namespace warpsan
