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

/// The accessing thread, as far as cells remember threads. Every number fits
/// its field of the layout, clocks included (a saturated clock is the caller's
/// business), and no site is all ones: that is "none".
struct Accessor {
  uint64_t thread; ///< (block << layout.threadInBlock) | thread in block
  uint32_t site;   ///< from LaunchRecord::siteBase on
  uint32_t blockClock;
  uint32_t warpClock;
  uint32_t groupClock;
  uint32_t groupMask; ///< lanes of its group, 0 if it is in none
};

struct Verdict {
  bool race;
  abi::Known known;  ///< what is known about the previous thread
  Relation relation; ///< closest group that holds both threads
  uint64_t thread;   ///< previous thread, for Known::Thread
  uint32_t site;     ///< previous site or abi::UnknownSite
};

struct Step {
  Cell next; ///< equals the old cell when nothing is to be written
  Verdict verdict;
};

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

/// Strongest barrier between the anchor's access and this one. A wider barrier
/// restarts the narrower clocks or leaves them alone, so the widest is asked
/// first, and only if it takes in both threads.
WARPSAN_HD constexpr Order orderSince(const Payload &anchor, const Accessor &me,
                                      Relation relation) {
  if (relation <= Relation::Block && me.blockClock > anchor.blockClock)
    return Order::Block;
  if (relation <= Relation::Warp && me.warpClock > anchor.warpClock)
    return Order::Warp;
  if (relation <= Relation::Group && me.groupClock > anchor.groupClock)
    return Order::Group;
  return Order::None;
}

WARPSAN_HD constexpr Position place(Relation relation, Order order) {
  return order == Order::None ? Position(relation)
                              : Position(unsigned(Position::Grid) + unsigned(order));
}

/// The access as anchor, with another site than its own.
WARPSAN_HD constexpr Cell anchorCell(const CellLayout &layout, uint32_t epoch, unsigned state,
                                     const Accessor &me, uint32_t otherSite) {
  return encode(layout, epoch, state,
                {me.thread, me.site, otherSite, me.blockClock, me.warpClock, me.groupClock});
}

/// All ones, when cut.
inline constexpr uint32_t NoSite = ~0u;

WARPSAN_HD constexpr uint32_t nextOtherSite(const Payload &anchor, const Accessor &me,
                                            OtherAction action) {
  return action == OtherAction::Keep         ? anchor.otherSite
         : action == OtherAction::TakeAnchor ? anchor.site
         : action == OtherAction::TakeMine   ? me.site
                                             : NoSite;
}

/// With the anchor, only the state and the other site change.
WARPSAN_HD constexpr Cell advance(const CellLayout &layout, Cell old, const Payload &anchor,
                                  const Accessor &me, Transition transition) {
  const uint32_t other = nextOtherSite(anchor, me, transition.other());
  if (transition.anchor() == AnchorAction::Replace)
    return anchorCell(layout, epochOf(old), transition.next(), me, other);
  const unsigned shift = FieldShifts(layout).otherSite;
  const Cell changed =
      SplitFlag | lowMask(StateBits) << StateShift | lowMask(layout.otherSite) << shift;
  return (old & ~changed) | Cell(transition.next()) << StateShift |
         (other & lowMask(layout.otherSite)) << shift;
}

WARPSAN_HD constexpr uint32_t otherSiteOf(const CellLayout &layout, const Payload &p) {
  return p.otherSite == uint32_t(lowMask(layout.otherSite)) ? abi::UnknownSite : p.otherSite;
}

/// `relation` is that to the anchor. Not on the fast path.
WARPSAN_HD constexpr Verdict accuse(const CellLayout &layout, const Payload &anchor,
                                    Relation relation, Blame blame) {
  if (blame == Blame::None)
    return {};
  if (blame == Blame::Anchor)
    return {true, abi::Known::Thread, relation, anchor.thread, anchor.site};
  const bool named = blame < Blame::UnknownThread;
  const uint32_t site = named ? otherSiteOf(layout, anchor) : abi::UnknownSite;
  const Relation level =
      Relation(unsigned(blame) - unsigned(named ? Blame::OtherThread : Blame::UnknownThread));
  if (level == Relation::Thread)
    return {true, abi::Known::Thread, relation, anchor.thread, site};
  const abi::Known known = level == Relation::Grid    ? abi::Known::Grid
                           : level == Relation::Block ? abi::Known::Block
                                                      : abi::Known::Warp;
  return {true, known, level, 0, site};
}

/// The access as the only one that a cell has seen in its epoch.
WARPSAN_HD constexpr Cell firstCell(const CellLayout &layout, uint32_t epoch, const Accessor &me,
                                    AccessClass kind) {
  return anchorCell(layout, epoch, firstState(kind), me, NoSite);
}

/// One access against one cell. A cell of another epoch counts as empty. After
/// a race the cell restarts as this access alone, so that other pairs of lines
/// on the same word are found. `next` never carries the split flag; a caller
/// that finds isSplit(old) uses only the verdict (docs/design.md, byte cells).
WARPSAN_HD Step step(const CellLayout &layout, uint32_t epoch, Cell old, const Accessor &me,
                     AccessClass kind) {
  if (epochOf(old) != epoch) // most accesses of most kernels: nothing to decode
    return {firstCell(layout, epoch, me, kind), {}};
  const unsigned state = stateOf(old);
  const Payload anchor = decode(layout, old);
  const Relation relation = relate(layout, me, anchor.thread);
  const Transition transition =
      lookup(state, kind, place(relation, orderSince(anchor, me, relation)));
  if (transition.bits == state) // same state, keep, keep, no race
    return {old & ~SplitFlag, {}};
  return {advance(layout, old, anchor, me, transition),
          accuse(layout, anchor, relation, transition.blame())};
}

/// Threads of different blocks have read the word, all at this site. From then on a further plain
/// read there changes nothing, and any write races with one of them, as it would with the
/// further one, and names the same line. So a read that sees what the cell held some time ago in
/// this launch may leave it at that.
WARPSAN_HD constexpr bool isReadByGrid(const CellLayout &layout, uint32_t epoch, Cell cell,
                                       uint32_t site) {
  if (epochOf(cell) != epoch || stateOf(cell) != unsigned(State::R_gridR) || !layout.otherSite)
    return false;
  const Payload p = decode(layout, cell);
  return p.site == site && p.otherSite == site;
}

/// The cell changes no more: cells of smaller pieces go on with the history.
WARPSAN_HD constexpr bool isFrozen(uint32_t epoch, Cell cell) {
  return isSplit(cell) && epochOf(cell) == epoch;
}

/// A cell of another epoch becomes an empty one of this epoch: state 0, no payload.
WARPSAN_HD constexpr Cell freeze(uint32_t epoch, Cell cell) {
  return (epochOf(cell) == epoch ? cell : Cell(epoch) << EpochShift) | SplitFlag;
}

/// What an access makes of a cell, which is swapped for `next` if that is another one.
struct CellEntry {
  Cell next;
  Verdict verdict; ///< holds once the cell is `next`, or if it may stay as it is
  bool goesOn;     ///< the access is still to be entered in the cells of smaller pieces
};

/// Whether the cell is to become `next` whatever other threads have made of it meanwhile:
/// after a race it restarts as this access alone. They race with it as well, and where
/// thousands race for one word a swap would be tried for long.
WARPSAN_HD constexpr bool restarts(const CellEntry &entry) {
  return entry.verdict.race && !entry.goesOn;
}

} // namespace warpsan
