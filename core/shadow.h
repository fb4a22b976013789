//===- shadow.h - Packed shadow cell ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//  63        56 55    54    46 45                                          0
//  +-----------+-----+--------+---------------------------------------------+
//  | epoch   8 |split| state 9| thread | site | other | block | warp | group |
//  +-----------+-----+--------+---------------------------------------------+
//
// The left three fields have the same place in every layout, so a cell of an
// older launch is recognised before anything else is decoded. The right part
// is cut by abi::CellLayout, from the left in the order shown.
//
// With shadow=cached 16 words of a range share one cell, and the leftmost 4 bits
// of the right part, the tag, say whose it is. Words that share one lie as far
// apart as the range allows: neighbours never do if it has more than 16.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/access.h"

namespace warpsan {

using Cell = uint64_t;
using abi::CellLayout;

inline constexpr unsigned EpochBits = 8;
inline constexpr unsigned StateBits = 9;
inline constexpr unsigned PayloadBits = 64 - EpochBits - 1 - StateBits;
inline constexpr unsigned EpochShift = 64 - EpochBits;
inline constexpr unsigned SplitShift = EpochShift - 1;
inline constexpr unsigned StateShift = SplitShift - StateBits;
/// Epochs run from 1; 0 is the memset value, older than every launch.
inline constexpr uint32_t MaxEpoch = (1u << EpochBits) - 1;
inline constexpr Cell SplitFlag = Cell(1) << SplitShift;

inline constexpr unsigned TagBits = 4;
inline constexpr unsigned TagShift = StateShift - TagBits;
inline constexpr uint64_t WordsPerCachedCell = uint64_t(1) << TagBits;

/// Decoded payload of a cell of the current epoch.
struct Payload {
  uint64_t thread;     ///< of the anchor: the remembered access
  uint32_t site;       ///< of the anchor
  uint32_t otherSite;  ///< of the most telling access by another thread; all
                       ///< ones of its width: none
  uint32_t blockClock; ///< anchor's clocks at its access
  uint32_t warpClock;
  uint32_t groupClock;
};

/// `bits` is less than 64.
WARPSAN_HD constexpr uint64_t lowMask(unsigned bits) { return (uint64_t(1) << bits) - 1; }

WARPSAN_HD constexpr uint32_t epochOf(Cell cell) { return uint32_t(cell >> EpochShift); }
WARPSAN_HD constexpr bool isSplit(Cell cell) { return (cell >> SplitShift) & 1; }
WARPSAN_HD constexpr unsigned stateOf(Cell cell) {
  return unsigned(cell >> StateShift) & unsigned(lowMask(StateBits));
}

/// Layouts of launches with shadow=cached leave these bits free.
WARPSAN_HD constexpr unsigned tagOf(Cell cell) {
  return unsigned(cell >> TagShift) & unsigned(lowMask(TagBits));
}
WARPSAN_HD constexpr Cell withTag(Cell cell, unsigned tag) {
  return (cell & ~(lowMask(TagBits) << TagShift)) | Cell(tag) << TagShift;
}

/// Where a word has its cell in the cache of its range.
struct CachePlace {
  uint64_t index;
  unsigned tag;
};

WARPSAN_HD constexpr uint64_t cachedCells(uint64_t words) {
  return (words + WordsPerCachedCell - 1) / WordsPerCachedCell;
}
/// Word `word` of `words`. By subtractions, since the quotient has few bits and a division
/// is much code on a GPU.
WARPSAN_HD constexpr CachePlace placeInCache(uint64_t word, uint64_t words) {
  const uint64_t cells = cachedCells(words);
  CachePlace place{word, 0};
  for (unsigned bit = TagBits; bit-- > 0;)
    if (place.index >= cells << bit) {
      place.index -= cells << bit;
      place.tag |= 1u << bit;
    }
  return place;
}

/// Lowest bits of the fields; that of the group clock is 0.
struct FieldShifts {
  unsigned warpClock;
  unsigned blockClock;
  unsigned otherSite;
  unsigned site;
  unsigned thread;

  WARPSAN_HD constexpr explicit FieldShifts(const CellLayout &layout)
      : warpClock(layout.groupClock), blockClock(warpClock + layout.warpClock),
        otherSite(blockClock + layout.blockClock), site(otherSite + layout.otherSite),
        thread(site + layout.site) {}
};

/// `p.otherSite` is cut to its width, so that all ones need not know it.
WARPSAN_HD constexpr Cell encode(const CellLayout &layout, uint32_t epoch, unsigned state,
                                 const Payload &p) {
  const FieldShifts shifts(layout);
  return Cell(epoch) << EpochShift | Cell(state) << StateShift | Cell(p.thread) << shifts.thread |
         Cell(p.site) << shifts.site |
         (p.otherSite & lowMask(layout.otherSite)) << shifts.otherSite |
         Cell(p.blockClock) << shifts.blockClock | Cell(p.warpClock) << shifts.warpClock |
         p.groupClock;
}

WARPSAN_HD constexpr uint64_t fieldOf(Cell cell, unsigned shift, unsigned width) {
  return cell >> shift & lowMask(width);
}

WARPSAN_HD constexpr Payload decode(const CellLayout &layout, Cell cell) {
  const FieldShifts shifts(layout);
  return {fieldOf(cell, shifts.thread, layout.thread),
          uint32_t(fieldOf(cell, shifts.site, layout.site)),
          uint32_t(fieldOf(cell, shifts.otherSite, layout.otherSite)),
          uint32_t(fieldOf(cell, shifts.blockClock, layout.blockClock)),
          uint32_t(fieldOf(cell, shifts.warpClock, layout.warpClock)),
          uint32_t(fieldOf(cell, 0, layout.groupClock))};
}

} // namespace warpsan
