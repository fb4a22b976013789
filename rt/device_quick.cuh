//===- device_quick.cuh - The common check, in few instructions ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most checks are of aligned words, or parts of one, that have cells, and find no race. They
// are answered here. What is left goes to the slow path, which knows all cases:
// the quick path then has changed nothing, or only cells that say the same when the
// access comes again.
//===----------------------------------------------------------------------===//
#pragma once
#include "rt/device_shadow.cuh"

namespace warpsan::device {

/// The quick path is of use only where constants of the access fold.
#define WARPSAN_QUICK __device__ __attribute__((always_inline)) inline

/// What the quick path found.
struct QuickOutcome {
  bool decided;
  Cell *racing; ///< the only cell of the access, with which it races, or null
  Cell old;     ///< what that held
};

/// `Stored` says in which memory the cells are. Lanes that read one word together lose swaps
/// to each other, but not often: states settle.
template <typename Stored>
WARPSAN_QUICK QuickOutcome stepQuickly(const CellLayout &layout, uint32_t epoch, const Accessor &me,
                                       AccessClass kind, Stored *cell) {
  Cell old = loadRelaxed(cell);
  for (;;) {
    if (isSplit(old))
      return {};
    const Step taken = step(layout, epoch, old, me, kind);
    if (taken.verdict.race)
      return {false, (Cell *)cell, old};
    if (taken.next == old || replaceRelaxed(cell, old, taken.next))
      return {true, nullptr, 0};
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

template <typename Stored>
WARPSAN_QUICK QuickOutcome stepAllQuickly(const CellLayout &layout, uint32_t epoch,
                                          const Accessor &me, AccessClass kind,
                                          QuickCells<Stored> cells, uint64_t size) {
  if (!cells.word || !clocksFit(layout, me))
    return {};
  const bool whole = size >= WordBytes;
  if (!whole && (!cells.byte || !freezeQuickly(epoch, cells.word)))
    return {};
  Stored *cell = whole ? cells.word : cells.byte;
  Stored *const end = cell + (whole ? size / WordBytes : size);
#pragma clang loop unroll(disable)
  do {
    QuickOutcome outcome = stepQuickly(layout, epoch, me, kind, cell);
    if (size > WordBytes || (!whole && size > 1))
      outcome.racing = nullptr;
    if (!outcome.decided)
      return outcome;
  } while (++cell != end);
  return {true, nullptr, 0};
}

WARPSAN_QUICK QuickCells<Cell> cellsIn(const abi::NearRange &range, uint64_t address) {
  const uint64_t word = address & ~uint64_t(WordBytes - 1);
  return {pointer<Cell>(range.wordCells + word * (sizeof(Cell) / WordBytes)),
          range.byteCells ? pointer<Cell>(range.byteCells + address * sizeof(Cell)) : nullptr};
}

/// Null if the address is in none of the near ranges. Aligned accesses do not cross 16 bytes.
WARPSAN_QUICK QuickCells<Cell> nearCells(const abi::LaunchRecord &launch, uint64_t address) {
  for (const abi::NearRange &range : launch.nearRanges)
    if (address - range.base < range.size)
      return cellsIn(range, address);
  return {nullptr, nullptr};
}

/// Of launches with cells in shared memory; null for others, and outside of what has cells.
WARPSAN_QUICK QuickCells<SharedCell> nearSharedCells(const abi::LaunchRecord &launch,
                                                     uint32_t offset, uint64_t size) {
  if (!launch.sharedCells || offset < launch.sharedFirst || offset + size > sharedBytes(launch))
    return {nullptr, nullptr};
  const uint32_t base = sharedCellBase(launch);
  const uint32_t byte = offset - launch.sharedFirst;
  const uint64_t words = (sharedBytes(launch) - launch.sharedFirst) / WordBytes;
  return {sharedCell(base, byte / WordBytes),
          hasByteCells(launch, words) ? sharedCell(base, words + byte) : nullptr};
}

WARPSAN_QUICK QuickCells<Cell> inGenericSpace(const QuickCells<SharedCell> &cells) {
  return {cells.word ? (Cell *)cells.word : nullptr, cells.byte ? (Cell *)cells.byte : nullptr};
}

/// Words that everybody reads have their cells in few lines of the second-level cache, which
/// serves one warp at a time. So such cells are looked at in the first level before, which may
/// hold what they were (isReadByGrid).
WARPSAN_QUICK bool isReadAnyway(const abi::LaunchRecord &launch, uint32_t site, const Cell *word,
                                uint64_t size) {
  for (uint64_t i = 0; i < size / WordBytes; ++i)
    if (!isReadByGrid(launch.globalLayout, launch.epoch, word[i], site))
      return false;
  return true;
}

WARPSAN_QUICK QuickOutcome checkGlobalQuickly(const ThreadContext &context, Accessor me,
                                              AccessClass kind, uint64_t address, uint64_t size,
                                              uint32_t flags) {
  const abi::LaunchRecord &launch = *context.launch;
  me.thread = context.thread;
  const QuickCells<Cell> cells = nearCells(launch, address);
  if ((flags & AccessUniform) && cells.word && isReadAnyway(launch, me.site, cells.word, size))
    return {true, nullptr, 0};
  return stepAllQuickly(launch.globalLayout, launch.epoch, me, kind, cells, size);
}

WARPSAN_QUICK uint64_t threadInBlock(const ThreadContext &context) {
  return context.thread & lowMask(context.launch->sharedLayout.threadInBlock);
}

WARPSAN_QUICK QuickOutcome checkSharedQuickly(const ThreadContext &context, Accessor me,
                                              AccessClass kind, uint32_t offset, uint64_t size) {
  const abi::LaunchRecord &launch = *context.launch;
  me.thread = threadInBlock(context);
  return stepAllQuickly(launch.sharedLayout, SharedEpoch, me, kind,
                        nearSharedCells(launch, offset, size), size);
}

/// Where the compiler does not know which of the two memories it is: one way for both.
WARPSAN_QUICK QuickOutcome checkEitherQuickly(const ThreadContext &context, Accessor me,
                                              AccessClass kind, uint64_t address, uint64_t size) {
  const abi::LaunchRecord &launch = *context.launch;
  const bool shared = __nvvm_isspacep_shared(pointer<const void>(address));
  const CellLayout &layout = shared ? launch.sharedLayout : launch.globalLayout;
  const QuickCells<Cell> cells =
      shared ? inGenericSpace(nearSharedCells(launch, sharedOffset(address), size))
             : nearCells(launch, address);
  me.thread = shared ? threadInBlock(context) : context.thread;
  return stepAllQuickly(layout, shared ? SharedEpoch : launch.epoch, me, kind, cells, size);
}

WARPSAN_QUICK QuickOutcome checkQuickly(const ThreadContext &context, const Accessor &me,
                                        AccessClass kind, uint64_t address, uint64_t size,
                                        uint32_t flags) {
  if (context.path != CheckPath::Quick)
    return {context.path == CheckPath::None, nullptr, 0};
  if (!isOfFewWords(size, flags))
    return {};
  if (flags & AccessShared)
    return checkSharedQuickly(context, me, kind, sharedOffset(address), size);
  if (flags & AccessGlobal)
    return checkGlobalQuickly(context, me, kind, address, size, flags);
  if (__nvvm_isspacep_local(pointer<const void>(address)))
    return {true, nullptr, 0};
  return checkEitherQuickly(context, me, kind, address, size);
}

} // namespace warpsan::device
