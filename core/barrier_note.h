//===- barrier_note.h - At which barrier lanes of a warp wait --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One word for each warp, in a table that warps share. It names its warp, launch
// and interval in full, so that a note of another one is never taken for its
// own; what does not fit has no note, and no divergence is seen there.
//
//     63     48 47         34 33          14 13        0
//     +--------+-------------+--------------+-----------+
//     | warp 16| interval  14|  launch   20 | barrier 14|
//     +--------+-------------+--------------+-----------+
//
//===----------------------------------------------------------------------===//
#pragma once
#include "core/target.h"
#include "warpsan/abi.h"

namespace warpsan {

/// Block barriers that the thread has passed: its lanes wait for the same one next.
struct WarpInterval {
  uint64_t warp; ///< in the grid
  uint32_t launch;
  uint32_t blockClock;
};

namespace barrier_note {
inline constexpr unsigned BarrierBits = 14;
inline constexpr unsigned LaunchBits = 20;
inline constexpr unsigned IntervalBits = 14;
inline constexpr unsigned WarpBits = 16; ///< of what the index does not say
static_assert(BarrierBits + LaunchBits + IntervalBits + WarpBits == 64);
} // namespace barrier_note

WARPSAN_HD constexpr uint32_t barrierNoteIndex(const WarpInterval &place) {
  return uint32_t(place.warp) & (abi::BarrierNoteCount - 1);
}

/// 0: does not fit. Launches count from 1, so no note is 0.
WARPSAN_HD constexpr uint64_t barrierNote(const WarpInterval &place, uint32_t barrier) {
  using namespace barrier_note;
  const uint64_t warp = place.warp / abi::BarrierNoteCount;
  const bool isExact = (warp >> WarpBits) == 0 && (place.blockClock >> IntervalBits) == 0 &&
                       (place.launch >> LaunchBits) == 0 && (barrier >> BarrierBits) == 0;
  if (!isExact)
    return 0;
  return ((warp << IntervalBits | place.blockClock) << LaunchBits | place.launch) << BarrierBits |
         barrier;
}

WARPSAN_HD constexpr uint32_t barrierOf(uint64_t note) {
  return uint32_t(note) & ((1u << barrier_note::BarrierBits) - 1);
}

/// Lanes of one warp that wait for each other, but not at the same barrier.
WARPSAN_HD constexpr bool isDivergent(uint64_t note, uint64_t earlier) {
  return note != earlier &&
         note >> barrier_note::BarrierBits == earlier >> barrier_note::BarrierBits;
}

/// The pair in any order, of a module; never 0, for two barriers.
WARPSAN_HD constexpr uint64_t barrierPair(uint32_t module, uint32_t barrier, uint32_t other) {
  using barrier_note::BarrierBits;
  const uint64_t low = barrier < other ? barrier : other;
  const uint64_t high = barrier < other ? other : barrier;
  return (uint64_t(module) << BarrierBits | high) << BarrierBits | low;
}

} // namespace warpsan
