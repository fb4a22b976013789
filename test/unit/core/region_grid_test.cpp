//===- region_grid_test.cpp - A whole launch as the region of its blocks ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/region_grid.h"
#include <gtest/gtest.h>

namespace warpsan {
namespace {

TEST(RegionGrid, OwnersTellBlockAndPass) {
  for (uint64_t block : {uint64_t(0), uint64_t(1), uint64_t(77), MostGridBlocks - 1})
    for (GridPass pass : {GridPass::First, GridPass::Second, GridPass::Record}) {
      const uint32_t owner = gridOwner(block, pass);
      EXPECT_NE(owner, NoOwner);
      EXPECT_LT(owner, MostOwners);
      EXPECT_EQ(blockOfOwner(owner), block);
      EXPECT_EQ(passOfOwner(owner), pass);
    }
}

TEST(RegionGrid, NumbersTellAddressAndOwner) {
  const uint64_t last = (uint64_t(1) << AddressBits) - WriteLineBytes;
  for (uint64_t address : {uint64_t(0), uint64_t(32), uint64_t(0x7fff12345660), last})
    for (uint32_t owner : {NoOwner, 1u, MostOwners - 1}) {
      const uint64_t number = lineNumber(address, owner);
      EXPECT_NE(number, 0u);
      EXPECT_EQ(lineAddress(number), address);
      EXPECT_EQ(ownerOf(number), owner);
    }
  EXPECT_TRUE(isLineAddress(last));
  EXPECT_FALSE(isLineAddress(last + WriteLineBytes));
}

TEST(RegionGrid, LinesOfTheTableAreAligned) {
  EXPECT_EQ(sizeof(GridState) % 16, 0u);
  EXPECT_EQ((gridBytes(64) - sizeof(GridState)) % 16, 0u);
}

TEST(RegionGrid, SweepsRunNoCode) {
  EXPECT_FALSE(isSweep(GridPass::None));
  EXPECT_FALSE(isSweep(GridPass::Second));
  EXPECT_TRUE(isSweep(GridPass::Compare));
  EXPECT_TRUE(isSweep(GridPass::Write));
  EXPECT_FALSE(isSweep(GridPass::Rerun));
}

} // namespace
} // namespace warpsan
