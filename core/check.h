//===- check.h - One step of the detector: a pure function -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same code runs in device_rt.cu on the GPU, retargeted on the CPU target,
// in unit tests, in the model test and in benches.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/fsm.h"
#include "core/shadow.h"

namespace warpsan {

/// The accessing thread, as far as cells remember threads.
struct Accessor {
  uint64_t thread; ///< (block << layout.threadInBlock) | thread in block
  uint32_t site;
  uint32_t blockClock;
  uint32_t warpClock;
  uint32_t groupClock;
  uint32_t groupMask; ///< lanes of its group, 0 if it is in none
};

struct Verdict {
  bool race;
  abi::Known known;    ///< what is known about the previous thread
  Relation relation;   ///< closest group that holds both threads
  uint64_t thread;     ///< previous thread, for Known::Thread
  uint32_t site;       ///< previous site or abi::UnknownSite
};

struct Step {
  Cell next;       ///< equals the old cell when nothing is to be written
  Verdict verdict;
};

/// One access against one cell. A cell of another epoch counts as empty. After
/// a race the cell restarts as this access alone, so that other pairs of lines
/// on the same word are found. `next` never carries the split flag; a caller
/// that finds isSplit(old) uses only the verdict (docs/design.md, byte cells).
WARPSAN_HD Step step(const CellLayout &layout, uint32_t epoch, Cell old, const Accessor &me,
                     AccessClass kind);

/// Closest group that holds both threads; Group only with a group mask.
WARPSAN_HD constexpr Relation relate(const CellLayout &layout, const Accessor &me, uint64_t other) {
  if (me.thread == other)
    return Relation::Thread;
  const uint64_t differ = me.thread ^ other;
  if (differ >> layout.threadInBlock)
    return Relation::Grid;
  if (differ >> 5)
    return Relation::Block;
  return me.groupMask >> (other & 31) & 1 ? Relation::Group : Relation::Warp;
}

} // namespace warpsan
