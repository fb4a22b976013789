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
// (rt/device_shadow.cuh). As long as a line is not frozen, an access that would leave the
// cell of its word as it is need not be entered anywhere, however: what is asked later
// gives the same answer.
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

/// What the access has to do with the cell.
enum class CellRole : uint8_t {
  Row,   ///< a row, whose thread is rowThread(), with that of its line
  Lone,  ///< any other access with that of the line
  Whole, ///< with that of a word or byte, all of which is accessed
  Part,  ///< with that of a word, a part of which is accessed
};

/// `word`, of the line, is for CellRole::Lone. A row that goes on has changed nothing, and
/// its lanes enter their words alone.
WARPSAN_HD CellEntry enterCell(const CellLayout &layout, uint32_t epoch, Cell old,
                               const Accessor &me, AccessClass kind, CellRole role,
                               unsigned word = 0) {
  if (role == CellRole::Lone && old == freeze(epoch, 0)) // most lines without rows
    return {old, {}, true};
  const bool isFixed = isFrozen(epoch, old);
  const Cell seen = role == CellRole::Lone ? projectLine(layout, old, word) : old;
  const Step taken = step(layout, epoch, seen, me, kind);
  if (role == CellRole::Row) {
    const bool knows = epochOf(old) != epoch || isAlike(layout, decode(layout, old).thread, me);
    const bool goesOn = !knows || isFixed || taken.verdict.race;
    return {goesOn ? old : taken.next, {}, goesOn};
  }
  if (role == CellRole::Lone && !isFixed && !taken.verdict.race && taken.next == seen)
    return {old, {}, false};
  const bool goesOn = isFixed || role != CellRole::Whole;
  return {goesOn ? freeze(epoch, old) : taken.next, taken.verdict, goesOn};
}

} // namespace warpsan
