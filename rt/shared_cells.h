//===- shared_cells.h - Where cells of shared memory lie -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells in the block's own shared memory, behind what the program asks for. That
// makes a launch need more of it: these are the rules for when to do so.
//===----------------------------------------------------------------------===//
#pragma once
#include <cstddef>
#include <cstdint>

namespace warpsan::rt {

/// Shared memory of a block, as addresses in it count: what the system keeps, static
/// variables, and what the launch asks for.
struct SharedWindow {
  uint32_t reserved;
  uint32_t fixed;
  size_t dynamic;

  /// Where dynamic shared memory starts at the earliest.
  uint64_t dynamicStart() const { return uint64_t(reserved) + fixed; }
  /// 4-byte words that the program may address, and those in front.
  uint32_t words() const;
};

struct SharedCells {
  uint32_t offset; ///< of the first one, in the window
  uint32_t bytes;
  size_t dynamic; ///< what a launch with them asks for
};

/// `ofBytes`: a cell for each byte too.
SharedCells placeCells(const SharedWindow &window, bool ofBytes);

/// Blocks on the device at once, with cells in shared memory and with cells elsewhere.
struct Residency {
  uint32_t with;
  uint32_t without;
};

/// Whether cells in shared memory are worth the blocks they take the place of.
/// `waits`: `blocks` wait for each other, and none may be lost.
bool leavesRoom(const Residency &resident, uint64_t blocks, bool waits);

} // namespace warpsan::rt
