//===- shared_cells.cpp - Where cells of shared memory lie -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/shared_cells.h"
#include "warpsan/module_info.h"
#include <algorithm>

namespace warpsan::rt {

namespace {

constexpr uint64_t BytesPerWord = 4;
constexpr uint64_t CellBytes = 8;

/// An access of a cell in shared memory is some ten times as fast as one in global
/// memory, and what fewer blocks lose by waiting is less than in proportion.
constexpr uint64_t WorthBlocks = 4;

constexpr uint64_t alignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

} // namespace

uint32_t SharedWindow::words() const {
  uint64_t bytes = dynamicStart();
  if (dynamic)
    bytes = alignUp(bytes, abi::SharedAlignment) + dynamic;
  return uint32_t(alignUp(bytes, BytesPerWord) / BytesPerWord);
}

/// The dynamic part starts behind the static one at the earliest: so much of it as
/// ends with the cells surely holds them.
SharedCells placeCells(const SharedWindow &window, bool ofBytes) {
  const uint64_t words = window.words() - window.reserved / BytesPerWord;
  SharedCells cells{};
  cells.offset = uint32_t(alignUp(window.words() * BytesPerWord, CellBytes));
  cells.bytes = uint32_t(words * CellBytes * (ofBytes ? 1 + BytesPerWord : 1));
  cells.dynamic = size_t(cells.offset) + cells.bytes - window.dynamicStart();
  return cells;
}

bool leavesRoom(const Residency &resident, uint64_t blocks, bool waits) {
  const uint64_t with = std::min<uint64_t>(resident.with, blocks);
  const uint64_t without = std::min<uint64_t>(resident.without, blocks);
  return with != 0 && with * (waits ? 1 : WorthBlocks) >= without;
}

} // namespace warpsan::rt
