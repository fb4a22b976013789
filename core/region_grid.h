//===- region_grid.h - A whole launch as the region of its blocks ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In device memory, one for each stream: GridState | WriteBuffer, the grid table. A block in
// a pass has lines of its own in the table (docs/privatization.md).
//===----------------------------------------------------------------------===//
#pragma once
#include "core/region_block.h"

namespace warpsan {

/// What a launch of the twin does.
enum class GridPass : uint32_t {
  None,    ///< regions commit to memory
  First,   ///< each block sees its own changes only
  Merge,   ///< sweep: the union
  Second,  ///< each block sees what the others changed in the first one
  Compare, ///< sweep: outcomes of both
  Record,  ///< as the first, with the sites of accesses; if outcomes differ
  Write,   ///< mode det, sweep: what blocks changed goes to memory
  Rerun,   ///< mode det: runs as without passes; if the first pass had no room
  Clear,   ///< sweep: the table is empty again, and what was found is counted
};

inline constexpr GridPass PassesOfLd[] = {GridPass::First,   GridPass::Merge,  GridPass::Second,
                                          GridPass::Compare, GridPass::Record, GridPass::Clear};
inline constexpr GridPass PassesOfDet[] = {GridPass::First, GridPass::Merge, GridPass::Write,
                                           GridPass::Rerun, GridPass::Clear};
/// Without a union.
inline constexpr GridPass PassesOfDetAnyOrder[] = {GridPass::First, GridPass::Write,
                                                   GridPass::Rerun, GridPass::Clear};

WARPSAN_HD constexpr bool isSweep(GridPass pass) {
  return pass == GridPass::Merge || pass == GridPass::Compare || pass == GridPass::Write ||
         pass == GridPass::Clear;
}

/// Flags that all threads of a block look at to decide alike are set in earlier passes only.
struct GridState {
  uint32_t conflicts;  ///< a byte that two blocks changed
  uint32_t differs;    ///< the second pass had another outcome
  uint32_t overflowed; ///< first pass: no room
  uint32_t stopped;    ///< pass that records: no room
  uint32_t told;       ///< a race was recorded
  uint32_t reserved;
  uint64_t mostSteps; ///< rounds of loops of a thread in the first pass
  uint64_t bytes;     ///< that some block changed
  uint64_t unused[3];
};
static_assert(sizeof(GridState) == 64);

/// Passes of a block that have lines.
inline constexpr uint32_t LinesOfBlock = 3;

WARPSAN_HD constexpr uint32_t gridOwner(uint64_t block, GridPass pass) {
  const uint32_t which = pass == GridPass::First ? 0 : pass == GridPass::Second ? 1 : 2;
  return uint32_t(block) * LinesOfBlock + which + 1;
}

WARPSAN_HD constexpr uint64_t blockOfOwner(uint32_t owner) { return (owner - 1) / LinesOfBlock; }

WARPSAN_HD constexpr GridPass passOfOwner(uint32_t owner) {
  constexpr GridPass Passes[] = {GridPass::First, GridPass::Second, GridPass::Record};
  return Passes[(owner - 1) % LinesOfBlock];
}

inline constexpr uint64_t MostGridBlocks = MostOwners / LinesOfBlock - 1;

WARPSAN_HD constexpr uint64_t gridBytes(uint32_t capacity) {
  return sizeof(GridState) + writeBufferBytes(capacity);
}

} // namespace warpsan
