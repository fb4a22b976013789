//===- thread_context.h - What a running thread knows about itself ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One per CUDA thread, an alloca of the twin kernel that becomes registers in
// leaf kernels. Clocks are counted by the thread itself: all threads of a
// legal program execute the same block barriers, all live lanes of a warp the
// same full warp barriers, all lanes of a group the same group barriers.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/access.h"

namespace warpsan {

/// How accesses of a thread are checked.
enum class CheckPath : uint32_t {
  Quick, ///< LaunchQuick: in few instructions, where they suffice
  Full,
  None ///< its block is not in the sample
};

struct ThreadContext {
  const abi::LaunchRecord *launch;
  uint64_t thread;     ///< (block << threadInBlock) | thread in block
  uint32_t blockClock; ///< block barriers executed
  uint32_t warpClock;  ///< full warp barriers executed
  uint32_t groupClock; ///< partial warp barriers executed since the last wider one
  uint32_t groupMask;  ///< lanes of this thread's group, 0 if none
  uint32_t mixedMasks; ///< the group changed since the last wider barrier
  CheckPath path;
  // Launches with LaunchOrdered:
  uint32_t syncClock;           ///< fences and events
  uint32_t hasFence;            ///< writes count: a fence or a lock came before
  uint32_t pendingFence;        ///< number of one that is not logged yet, or 0
  uint32_t pendingScope;        ///< its scope
  uint32_t pendingFlags;        ///< its SyncFlags
  uint32_t unfencedRead;        ///< a read was logged and no device-wide fence followed
  uint64_t lastRead;            ///< location of the last strong read that was logged
  uint32_t lastTicket;          ///< what it saw
  uint32_t lastReadFlags;       ///< how it read
  abi::OrderEvent *lastReadRow; ///< its row, as long as nothing else happened since
  uint64_t lastStrong;          ///< address of the last strong access that was observed
  uint64_t lastBarriers;        ///< clocks of barriers when that was
  uint32_t lastUsage;           ///< its class and size
  uint32_t siteBase; ///< first site of the unit whose code runs, from LaunchRecord::siteBase on
};

} // namespace warpsan
