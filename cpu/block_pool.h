//===- block_pool.h - Blocks and their shared memory -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "cpu/grid.h"
#include <memory>
#include <vector>

namespace warpsan::cpu {

class BlockPool {
public:
  /// Block `index` of the grid with all its threads unstarted, or null when
  /// the address space for shared memory (1 GiB) is used up.
  Block *make(const Grid &grid, uint64_t index, uint64_t gridWorkspace);
  void recycle(Block *block) { idle.push_back(block); }

private:
  Block *take();

  std::vector<std::unique_ptr<Block>> all;
  std::vector<Block *> idle;
};

} // namespace warpsan::cpu
