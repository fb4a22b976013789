//===- block_sample.h - Which blocks of a launch are checked ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With the option blocks=N. Neighbours are taken together, since blocks race with their
// neighbours more often than with others; and each launch of a kernel takes the next run
// of them, so that N launches check all blocks.
//===----------------------------------------------------------------------===//
#pragma once
#include "warpsan/abi.h"

namespace warpsan {

/// Blocks, in their order in the grid, that are checked together.
inline constexpr uint64_t SampledRun = 4;

/// `stride` runs have one that is checked; the first such run is number `first`.
struct BlockSample {
  uint32_t stride; ///< 1: all blocks are checked
  uint32_t first;  ///< less than `stride`

  constexpr bool has(uint64_t block) const {
    return uint32_t(block / SampledRun) % stride == first;
  }
};

/// At most one in `wanted` blocks, and at least one run. `before`: launches of the kernel.
constexpr BlockSample sampleOf(uint64_t blocks, uint64_t wanted, uint64_t before) {
  const uint64_t runs = (blocks + SampledRun - 1) / SampledRun;
  const uint64_t stride = wanted < runs ? wanted : runs;
  return stride > 1 ? BlockSample{uint32_t(stride), uint32_t(before % stride)} : BlockSample{1, 0};
}

} // namespace warpsan
