//===- SharedCellsTest.cpp - Where cells of shared memory lie --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/shared_cells.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

constexpr uint32_t Reserved = 1024;

TEST(SharedCells, LieBehindStaticMemory) {
  const SharedWindow window{Reserved, 100, 0};
  EXPECT_EQ(window.words(), (1024 + 100) / 4u);
  const SharedCells cells = placeCells(window, false);
  EXPECT_EQ(cells.offset, 1128u) << "a multiple of 8";
  EXPECT_EQ(cells.bytes, 25u * 8) << "none for what the system keeps";
  EXPECT_EQ(cells.dynamic, 4u + 25 * 8);
}

TEST(SharedCells, AreFiveForAWordWithBytes) {
  EXPECT_EQ(placeCells({Reserved, 100, 0}, true).bytes, 25u * 8 * 5);
}

/// Wherever dynamic memory starts: at the end of the static part, or at most 1023
/// bytes behind it.
TEST(SharedCells, LieBehindDynamicMemory) {
  const SharedWindow window{Reserved, 100, 40};
  EXPECT_EQ(window.words(), (2048 + 40) / 4u);
  const SharedCells cells = placeCells(window, false);
  EXPECT_EQ(cells.offset, 2088u);
  EXPECT_EQ(cells.bytes, (1024u + 40) / 4 * 8);
  EXPECT_EQ(cells.dynamic, cells.offset + cells.bytes - window.dynamicStart());
}

TEST(SharedCells, LieBehindDynamicMemoryAlone) {
  const SharedCells cells = placeCells({Reserved, 0, 4095}, false);
  EXPECT_EQ(cells.offset, 1024u + 4096);
  EXPECT_EQ(cells.bytes, 1024u * 8);
  EXPECT_EQ(cells.dynamic, 4096u + 1024 * 8);
}

TEST(SharedCells, MayTakeThreeQuartersOfTheBlocks) {
  EXPECT_TRUE(leavesRoom({2, 8}, 100, false));
  EXPECT_FALSE(leavesRoom({1, 8}, 100, false));
  EXPECT_FALSE(leavesRoom({0, 8}, 100, false));
  EXPECT_FALSE(leavesRoom({0, 0}, 100, false));
}

TEST(SharedCells, OfBlocksThatThereAre) {
  EXPECT_TRUE(leavesRoom({1, 8}, 4, false));
  EXPECT_FALSE(leavesRoom({1, 8}, 5, false));
}

TEST(SharedCells, MayTakeNoneThatOthersWaitFor) {
  EXPECT_TRUE(leavesRoom({4, 8}, 4, true));
  EXPECT_FALSE(leavesRoom({4, 8}, 5, true));
  EXPECT_FALSE(leavesRoom({7, 8}, 100, true));
  EXPECT_TRUE(leavesRoom({8, 8}, 100, true));
}

} // namespace
} // namespace warpsan::rt
