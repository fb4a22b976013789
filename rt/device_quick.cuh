//===- device_quick.cuh - The common check, in few instructions ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most checks are of aligned whole words that have cells, and find no race. They
// are answered here. What is left goes to the slow path, which knows all cases:
// the quick path then has changed nothing, or only cells that say the same when the
// access comes again.
//===----------------------------------------------------------------------===//
#pragma once
#include "rt/device_shadow.cuh"

namespace warpsan::device {

/// Known when the check is inlined.
__device__ inline bool isOfWholeWords(uint64_t size, uint32_t flags) {
  return (flags & AccessAligned) && size >= WordBytes && size <= 4 * WordBytes;
}

/// False: not decided.
__device__ inline bool stepQuickly(const CellLayout &layout, uint32_t epoch, const Accessor &me,
                                   AccessClass kind, Cell *cell) {
  Cell old = loadRelaxed(cell);
  if (isSplit(old))
    return false;
  const Step taken = step(layout, epoch, old, me, kind);
  return !taken.verdict.race && (taken.next == old || replaceRelaxed(cell, old, taken.next));
}

__device__ inline bool stepWordsQuickly(const CellLayout &layout, uint32_t epoch,
                                        const Accessor &me, AccessClass kind, Cell *cells,
                                        uint64_t size) {
  if (!clocksFit(layout, me) || !stepQuickly(layout, epoch, me, kind, cells))
    return false;
  for (uint64_t word = 1; word < size / WordBytes; ++word)
    if (!stepQuickly(layout, epoch, me, kind, cells + word))
      return false;
  return true;
}

/// Cells of the words at the address, or null. Aligned accesses do not cross 16 bytes.
__device__ inline Cell *nearCells(const abi::LaunchRecord &launch, uint64_t address) {
  for (const abi::NearRange &range : launch.nearRanges)
    if (address - range.base < range.size)
      return pointer<Cell>(range.cells + address * (sizeof(Cell) / WordBytes));
  return nullptr;
}

__device__ inline bool checkGlobalQuickly(const ThreadContext &context, Accessor me,
                                          AccessClass kind, uint64_t address, uint64_t size) {
  const abi::LaunchRecord &launch = *context.launch;
  Cell *cells = nearCells(launch, address);
  me.thread = context.thread;
  return cells && stepWordsQuickly(launch.globalLayout, launch.epoch, me, kind, cells, size);
}

__device__ inline bool checkSharedQuickly(const ThreadContext &context, Accessor me,
                                          AccessClass kind, uint32_t offset, uint64_t size) {
  const abi::LaunchRecord &launch = *context.launch;
  if (!context.sharedCells || offset + size > sharedBytes(launch))
    return false;
  me.thread = context.thread & lowMask(launch.sharedLayout.threadInBlock);
  return stepWordsQuickly(launch.sharedLayout, context.sharedEpoch, me, kind,
                          pointer<Cell>(context.sharedCells) + offset / WordBytes, size);
}

} // namespace warpsan::device
