//===- fsm_labels.h - Columns and entries of the state machine -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the table (core/fsm.h) and by its generator, which must not depend
// on the table it writes.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/shadow.h"

namespace warpsan {

/// Where the accessing thread stands to the remembered access (the anchor):
/// closest common group if no barrier covers the pair, else that barrier.
enum class Position : uint8_t {
  Thread,
  Group,
  Warp,
  Block,
  Grid,
  SyncedGroup,
  SyncedWarp,
  SyncedBlock,
};
inline constexpr unsigned PositionCount = 8;

enum class AnchorAction : uint8_t {
  Keep,
  Replace, ///< thread, clocks and site become the current access's
};

/// What becomes of the other site. Clear stores "none".
enum class OtherAction : uint8_t { Keep, TakeAnchor, TakeMine, Clear };

/// Whom a race names. Other*: the line is the other site; Unknown*: no line is
/// known. The suffix is the closest common group of the two threads; Thread
/// means that of the anchor, so the thread itself is known.
enum class Blame : uint8_t {
  None, ///< no race
  Anchor,
  OtherThread,
  OtherGroup,
  OtherWarp,
  OtherBlock,
  OtherGrid,
  UnknownThread,
  UnknownGroup,
  UnknownWarp,
  UnknownBlock,
  UnknownGrid,
};

/// One entry of the table:
///
///  15  12 11 10    9   8           0
///  +-----+-----+------+-------------+
///  |blame|other|anchor| next state  |
///  +-----+-----+------+-------------+
///
/// An entry that equals its own state number changes nothing.
struct Transition {
  uint16_t bits;

  WARPSAN_HD constexpr unsigned next() const { return bits & unsigned(lowMask(StateBits)); }
  WARPSAN_HD constexpr AnchorAction anchor() const { return AnchorAction(bits >> StateBits & 1); }
  WARPSAN_HD constexpr OtherAction other() const {
    return OtherAction(bits >> (StateBits + 1) & 3);
  }
  WARPSAN_HD constexpr Blame blame() const { return Blame(bits >> (StateBits + 3)); }
};
static_assert(StateBits + 3 + 4 <= 16, "an entry has 16 bits");

WARPSAN_HD constexpr Transition makeTransition(unsigned next, AnchorAction anchor,
                                               OtherAction other, Blame blame) {
  return {uint16_t(next | unsigned(anchor) << StateBits | unsigned(other) << (StateBits + 1) |
                   unsigned(blame) << (StateBits + 3))};
}

} // namespace warpsan
