//===- line.h - One cell for the words that a warp accesses in a row -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row is one instruction of a whole warp whose lanes access the words of a line, 128
// bytes, in their order: lane i word i, or 2 or 4 words each and then 2 or 4 lines. All
// its lanes have the same clocks. One step on the line's cell stands for one on the cell
// of each of its words: the line's is a cell of a word whose anchor names the warp, and
// in place of the lane how the lanes lie (RowPlace).
//
// That is exact as long as it tells for each word who stands where to whom. Rows of
// other warps or blocks do, however their lanes lie. Rows of one warp do if their lanes
// lie alike: then each word is accessed by one and the same thread. All else goes on by
// word: it freezes the line's cell, as an access of a part of a word does a word's
// (rt/device_shadow.cuh). An access that would leave the cell of its word as it is need
// not be entered anywhere, however: what is asked later gives the same answer.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/check.h"

namespace warpsan {

inline constexpr unsigned WarpLanes = 32;
inline constexpr unsigned LineWords = 32;
inline constexpr unsigned LineBytes = LineWords * 4;

/// How the lanes of a row lie in one of its lines.
struct RowPlace {
  unsigned form; ///< each lane has 1 << form words: 1, 2 or 4
  unsigned part; ///< which of its 1 << form lines this is
};
inline constexpr unsigned MaxRowForm = 2;
inline constexpr unsigned RowPartBits = 2;

/// In place of the lane of a thread.
WARPSAN_HD constexpr uint64_t rowThread(uint64_t thread, RowPlace place) {
  return (thread & ~uint64_t(WarpLanes - 1)) | place.form << RowPartBits | place.part;
}

WARPSAN_HD constexpr RowPlace placeOfRow(uint64_t thread) {
  return {unsigned(thread) >> RowPartBits & unsigned(lowMask(RowPartBits)),
          unsigned(thread) & unsigned(lowMask(RowPartBits))};
}

/// Lane that accesses the word of the line.
WARPSAN_HD constexpr unsigned laneAt(RowPlace place, unsigned word) {
  return (place.part * LineWords + word) >> place.form;
}

/// The line's cell as that of one of its words.
WARPSAN_HD constexpr Cell projectLine(const CellLayout &layout, Cell line, unsigned word) {
  const unsigned shift = FieldShifts(layout).thread;
  const unsigned lane = laneAt(placeOfRow(line >> shift), word);
  return (line & ~(Cell(WarpLanes - 1) << shift)) | Cell(lane) << shift;
}

/// Whether the line's cell says how the lanes of the two rows lie to each other.
WARPSAN_HD constexpr bool isAlike(const CellLayout &layout, uint64_t anchor, const Accessor &row) {
  return anchor == row.thread || relate(layout, row, anchor) >= Relation::Block;
}

/// A row, whose thread is rowThread(), against its line. If it goes on, it has changed
/// nothing, and its lanes enter their words alone.
WARPSAN_HD Entry enterRow(const CellLayout &layout, uint32_t epoch, Cell line, const Accessor &row,
                          AccessClass kind) {
  const Step taken = step(layout, epoch, line, row, kind);
  const bool knows = epochOf(line) != epoch || isAlike(layout, decode(layout, line).thread, row);
  if (!knows || isFrozen(epoch, line) || taken.verdict.race)
    return {line, {}, true};
  return {taken.next, {}, false};
}

/// Any other access of a word, or of a part of one, against the line.
WARPSAN_HD Entry enterLine(const CellLayout &layout, uint32_t epoch, Cell line, const Accessor &me,
                           AccessClass kind, unsigned word) {
  if (epochOf(line) != epoch || stateOf(line) == unsigned(State::Empty))
    return {freeze(epoch, line), {}, true};
  const Cell seen = projectLine(layout, line, word);
  const Step taken = step(layout, epoch, seen, me, kind);
  if (!taken.verdict.race && taken.next == (seen & ~SplitFlag))
    return {line, {}, false};
  return {freeze(epoch, line), taken.verdict, true};
}

} // namespace warpsan
