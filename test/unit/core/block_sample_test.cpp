//===- block_sample_test.cpp - Which blocks of a launch are checked --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/block_sample.h"
#include <gtest/gtest.h>
#include <vector>

namespace warpsan {
namespace {

/// How often launches one after the other check each block.
std::vector<unsigned> timesChecked(uint64_t blocks, uint64_t wanted, uint64_t launches) {
  std::vector<unsigned> times(blocks);
  for (uint64_t launch = 0; launch < launches; ++launch)
    for (uint64_t block = 0; block < blocks; ++block)
      times[block] += sampleOf(blocks, wanted, launch).has(block);
  return times;
}

TEST(BlockSample, AllBlocksHaveTheirLaunch) {
  for (uint64_t blocks : {1, 4, 5, 63, 64, 65, 1000})
    for (uint64_t wanted : {1, 2, 3, 16, 1048576}) {
      const uint64_t stride = sampleOf(blocks, wanted, 0).stride;
      EXPECT_EQ(timesChecked(blocks, wanted, stride), std::vector<unsigned>(blocks, 1))
          << blocks << " blocks, one in " << wanted;
    }
}

TEST(BlockSample, SomethingIsCheckedInEachLaunch) {
  for (uint64_t launch = 0; launch < 100; ++launch) {
    unsigned checked = 0;
    for (uint64_t block = 0; block < 64; ++block)
      checked += sampleOf(64, 1048576, launch).has(block);
    EXPECT_EQ(checked, SampledRun);
  }
}

TEST(BlockSample, NeighboursAreTogether) {
  const BlockSample sample = sampleOf(64, 4, 1);
  for (uint64_t block = 0; block < 64; ++block)
    EXPECT_EQ(sample.has(block), block / SampledRun % 4 == 1) << block;
}

TEST(BlockSample, SmallGridsAreCheckedWhole) {
  EXPECT_EQ(sampleOf(SampledRun, 16, 0).stride, 1u);
  EXPECT_EQ(sampleOf(1000, 1, 5).stride, 1u);
}

} // namespace
} // namespace warpsan
