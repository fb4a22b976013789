//===- device_lines.cuh - Whole warps against cells of lines ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of launches with LaunchLines. Where a warp accesses words in the order of its lanes
// (core/line.h), one lane for each line takes a step and swaps its cell, and the others
// learn by a vote whether that was all. Such launches name no near ranges: the quick
// path leaves global memory to this one, which is a call in code that has rows.
//===----------------------------------------------------------------------===//
#pragma once
#include "rt/device_quick.cuh"

namespace warpsan::device {

// Weak: the CPU target has its own.
extern "C" {
/// Whether all 32 lanes of the warp are here and bring the same. On the CPU target lanes
/// come one by one.
__device__ __attribute__((weak)) bool __warpsan_is_of_warp(uint64_t first, uint64_t second) {
  if (__nvvm_activemask() != ~0u)
    return false;
  int isFirst = 0;
  int isSecond = 0;
  __nvvm_match_all_sync_i64p(~0u, first, &isFirst);
  __nvvm_match_all_sync_i64p(~0u, second, &isSecond);
  return isFirst && isSecond;
}
}

/// What became of an access at its lines.
enum class LineOutcome : uint32_t {
  Done,
  ByWord,   ///< is still to be entered in the cells of words
  Undecided ///< a race
};

/// An aligned access of 1 to 16 bytes.
struct LineAccess {
  const abi::LaunchRecord *launch;
  Accessor me;
  AccessClass kind;
  bool mixedMasks;
  uint64_t address;
  uint64_t size;

  __device__ unsigned lane() const { return unsigned(me.thread) % WarpLanes; }
  /// If the warp makes a row: 4, 8 or 16 bytes a lane.
  __device__ unsigned form() const { return unsigned(size) / (2 * WordBytes); }
  __device__ uint64_t firstOfRow() const { return address - lane() * size; }
};

/// All ones for an access that is not part of a row. Else all of it but the address, as
/// the cell of the first access of a line: what fits there is the same for the warp then.
__device__ inline uint64_t rowOf(const LineAccess &access, const abi::LineRange &range) {
  constexpr uint64_t None = ~uint64_t(0);
  const uint64_t first = access.firstOfRow();
  if (access.mixedMasks || access.me.groupMask || access.size < WordBytes || first % LineBytes ||
      first < range.words.base ||
      first + WarpLanes * access.size > range.words.base + range.words.size)
    return None;
  Accessor row = access.me;
  row.thread = rowThread(row.thread, {0, 0});
  return firstCell(access.launch->globalLayout, access.launch->epoch, row, access.kind);
}

__device__ inline bool isInRow(const LineAccess &access, const abi::LineRange &range) {
  const uint64_t row = rowOf(access, range);
  return __warpsan_is_of_warp(access.firstOfRow(), row) && row != ~uint64_t(0);
}

__device__ inline LineOutcome enterLine(const LineAccess &access, const Accessor &me, Cell *cell,
                                        CellRole role, unsigned word) {
  const abi::LaunchRecord &launch = *access.launch;
  Cell old = loadRelaxed(cell);
  for (;;) {
    const CellEntry entry =
        enterCell(launch.globalLayout, launch.epoch, old, me, access.kind, role, word);
    if (entry.verdict.race)
      return LineOutcome::Undecided;
    if (entry.next == old || replaceRelaxed(cell, old, entry.next))
      return entry.goesOn ? LineOutcome::ByWord : LineOutcome::Done;
  }
}

/// `asRow`: the lanes of the row are entered, in one of its lines by each of the first
/// lanes. Else the words of this lane.
__device__ inline LineOutcome enterLines(const LineAccess &access, Cell *lines, bool asRow) {
  const unsigned lane = access.lane();
  if (asRow && lane >> access.form())
    return LineOutcome::ByWord;
  Accessor me = access.me;
  if (asRow)
    me.thread = rowThread(me.thread, {access.form(), lane});
  const uint64_t begin = asRow ? access.firstOfRow() + lane * LineBytes : access.address;
  const uint64_t end = begin + (asRow ? WordBytes : access.size);
  LineOutcome all = LineOutcome::Done;
  for (uint64_t at = begin; at < end; at += WordBytes) {
    const LineOutcome outcome =
        enterLine(access, me, lines + at / LineBytes, asRow ? CellRole::Row : CellRole::Lone,
                  unsigned(at / WordBytes % LineWords));
    all = outcome > all ? outcome : all;
  }
  return all;
}

/// Whether the line of this lane's words has been entered.
__device__ inline bool isEntered(const LineAccess &access, LineOutcome mine) {
  const uint32_t lines = __nvvm_vote_ballot_sync(~0u, mine == LineOutcome::Done);
  return lines >> ((access.lane() << access.form()) / LineWords) & 1;
}

__device__ inline LineOutcome checkLines(const LineAccess &access, const abi::LineRange &range,
                                         bool mayBeRow) {
  auto *lines = pointer<Cell>(range.lineCells);
  if (!lines)
    return LineOutcome::ByWord;
  // One copy of the step for both.
  for (bool asRow = mayBeRow && isInRow(access, range);; asRow = false) {
    const LineOutcome outcome = enterLines(access, lines, asRow);
    if (!asRow)
      return outcome;
    if (isEntered(access, outcome))
      return LineOutcome::Done;
  }
}

__device__ inline bool checkInRange(const LineAccess &access, const abi::LineRange &range,
                                    uint32_t flags) {
  const CellLayout &layout = access.launch->globalLayout;
  if (!clocksFit(layout, access.me))
    return false;
  const LineOutcome outcome = checkLines(access, range, flags & AccessInRow);
  if (outcome != LineOutcome::ByWord)
    return outcome == LineOutcome::Done;
  return stepAllQuickly(layout, access.launch->epoch, access.me, access.kind,
                        cellsIn(range.words, access.address), access.size)
      .decided;
}

/// As the quick path: false if the access is not decided.
WARPSAN_QUICK bool decideWithLines(const LineAccess &access, uint32_t flags) {
  if (!isOfFewWords(access.size, flags))
    return false;
#pragma clang loop unroll(disable)
  for (const abi::LineRange &range : access.launch->lineRanges)
    if (access.address - range.words.base < range.words.size)
      return checkInRange(access, range, flags);
  return false;
}

/// Values and not structures, as for the slow path, and nothing is called.
__device__ __attribute__((noinline)) bool
checkWithLines(const abi::LaunchRecord *launch, uint64_t thread, uint32_t blockClock,
               uint32_t warpClock, uint32_t groupClock, uint32_t groupMask, uint32_t mixedMasks,
               uint64_t address, uint64_t size, uint32_t site, uint32_t kind, uint32_t flags) {
  const Accessor me{thread, site, blockClock, warpClock, groupClock, groupMask};
  return decideWithLines({launch, me, AccessClass(kind), mixedMasks != 0, address, size}, flags);
}

WARPSAN_QUICK bool asksLines(const ThreadContext &context, uint32_t flags) {
  return (flags & AccessWithLines) && (context.launch->flags & abi::LaunchLines);
}

} // namespace warpsan::device
