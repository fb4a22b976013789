//===- device_quick.cuh - The common check, in few instructions ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most checks are of aligned words, or parts of one, that have cells, and find no race. They
// are answered here. What is left goes to the slow path, which knows all cases:
// the quick path then has changed nothing, or only cells that say the same when the
// access comes again.
//===----------------------------------------------------------------------===//
#pragma once
#include "rt/device_lines.cuh"

namespace warpsan::device {

/// The quick path is of use only where constants of the access fold.
#define WARPSAN_QUICK __device__ __attribute__((always_inline)) inline

/// Known when the check is inlined: whole words, or a part of one.
WARPSAN_QUICK bool isOfFewWords(uint64_t size, uint32_t flags) {
  return (flags & AccessAligned) && size <= 4 * WordBytes;
}

/// False: not decided. `Stored` says in which memory the cells are. Lanes that read one
/// word together lose swaps to each other, but not often: states settle.
template <typename Stored>
WARPSAN_QUICK bool stepQuickly(const CellLayout &layout, uint32_t epoch, const Accessor &me,
                               AccessClass kind, Stored *cell) {
  Cell old = loadRelaxed(cell);
  for (;;) {
    if (isSplit(old))
      return false;
    const Step taken = step(layout, epoch, old, me, kind);
    if (taken.verdict.race)
      return false;
    if (taken.next == old || replaceRelaxed(cell, old, taken.next))
      return true;
  }
}

/// From now on the word's history is that of its bytes, if it is not so already. False
/// if the launch has accessed it as a whole.
template <typename Stored>
WARPSAN_QUICK bool freezeQuickly(uint32_t epoch, Stored *word) {
  const Cell frozen = Cell(epoch) << EpochShift | SplitFlag;
  Cell old = loadRelaxed(word);
  if (epochOf(old) != epoch && replaceRelaxed(word, old, frozen))
    return true;
  return old == frozen;
}

/// Cells of a word, or of the first of some, and of the byte where the access starts.
template <typename Stored>
struct QuickCells {
  Stored *word;
  Stored *byte; ///< null: no byte cells
};

/// False: not decided.
template <typename Stored>
WARPSAN_QUICK bool stepAllQuickly(const CellLayout &layout, uint32_t epoch, const Accessor &me,
                                  AccessClass kind, QuickCells<Stored> at, uint64_t size) {
  if (!clocksFit(layout, me))
    return false;
  const bool whole = size >= WordBytes;
  if (!whole && (!at.byte || !freezeQuickly(epoch, at.word)))
    return false;
  Stored *cells = whole ? at.word : at.byte;
  const uint64_t count = whole ? size / WordBytes : size;
  if (!stepQuickly(layout, epoch, me, kind, cells))
    return false;
  for (uint64_t next = 1; next < count; ++next)
    if (!stepQuickly(layout, epoch, me, kind, cells + next))
      return false;
  return true;
}

/// Null if the address is in none of the near ranges. Aligned accesses do not cross 16 bytes.
WARPSAN_QUICK QuickCells<Cell> nearCells(const abi::LaunchRecord &launch, uint64_t address) {
  const uint64_t word = address & ~uint64_t(WordBytes - 1);
  for (const abi::NearRange &range : launch.nearRanges)
    if (address - range.base < range.size)
      return {pointer<Cell>(range.wordCells + word * (sizeof(Cell) / WordBytes)),
              range.byteCells ? pointer<Cell>(range.byteCells + address * sizeof(Cell)) : nullptr};
  return {nullptr, nullptr};
}

WARPSAN_QUICK bool checkGlobalQuickly(const ThreadContext &context, Accessor me, AccessClass kind,
                                      uint64_t address, uint64_t size, uint32_t flags) {
  const abi::LaunchRecord &launch = *context.launch;
  me.thread = context.thread;
  if (launch.flags & abi::LaunchLines) {
    const LineOutcome outcome =
        checkLines(&launch, me.thread, me.blockClock, me.warpClock, me.groupClock, me.groupMask,
                   context.mixedMasks, address, size, me.site, uint32_t(kind), flags);
    if (outcome != LineOutcome::ByWord)
      return outcome == LineOutcome::Done;
  }
  const QuickCells<Cell> cells = nearCells(launch, address);
  return cells.word && stepAllQuickly(launch.globalLayout, launch.epoch, me, kind, cells, size);
}

/// Of launches with cells in shared memory.
WARPSAN_QUICK bool checkSharedQuickly(const ThreadContext &context, Accessor me, AccessClass kind,
                                      uint32_t offset, uint64_t size) {
  const abi::LaunchRecord &launch = *context.launch;
  if (!launch.sharedCells || offset < launch.sharedFirst || offset + size > sharedBytes(launch))
    return false;
  me.thread = context.thread & lowMask(launch.sharedLayout.threadInBlock);
  const uint32_t base = sharedCellBase(launch);
  const uint32_t byte = offset - launch.sharedFirst;
  const uint64_t words = (sharedBytes(launch) - launch.sharedFirst) / WordBytes;
  const QuickCells<SharedCell> cells{sharedCell(base, byte / WordBytes),
                                     hasByteCells(launch, words) ? sharedCell(base, words + byte)
                                                                 : nullptr};
  return stepAllQuickly(launch.sharedLayout, SharedEpoch, me, kind, cells, size);
}

} // namespace warpsan::device
