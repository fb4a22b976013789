//===- GridTablesTest.cpp - What the blocks of a launch write --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FakeBackend.h"
#include "core/region_grid.h"
#include "rt/grid_tables.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

TEST(GridTables, SizesFollowTheGridWithinTheBudget) {
  constexpr uint64_t Most = uint64_t(64) << 20;
  for (uint64_t threads : {1, 1000, 100000, 100000000}) {
    const uint32_t lines = gridLinesFor(threads, Most);
    EXPECT_EQ(lines & (lines - 1), 0u);
    EXPECT_LE(gridBytes(lines), Most);
  }
  EXPECT_LT(gridLinesFor(1, Most), gridLinesFor(100000, Most));
  EXPECT_GT(gridBytes(2 * gridLinesFor(100000000, Most)), Most);
  EXPECT_LE(gridBytes(gridLinesFor(1, 1 << 20)), uint64_t(1) << 20);
}

TEST(GridTables, StreamsAndSizesHaveTheirOwn) {
  test::FakeBackend device;
  GridTables tables(device);
  abi::LaunchRecord record{};
  ASSERT_TRUE(tables.prepare(1, 64, record));
  const uint64_t first = record.gridState;
  EXPECT_EQ(record.gridLines, 64u);
  ASSERT_TRUE(tables.prepare(2, 64, record));
  EXPECT_NE(record.gridState, first);
  ASSERT_TRUE(tables.prepare(1, 128, record));
  EXPECT_NE(record.gridState, first);
  ASSERT_TRUE(tables.prepare(1, 64, record));
  EXPECT_EQ(record.gridState, first);
}

/// It may hold lines.
TEST(GridTables, AnAbandonedTableIsNotUsedAgain) {
  test::FakeBackend device;
  GridTables tables(device);
  abi::LaunchRecord record{};
  ASSERT_TRUE(tables.prepare(1, 64, record));
  const uint64_t first = record.gridState;
  tables.abandon(record);
  ASSERT_TRUE(tables.prepare(1, 64, record));
  EXPECT_NE(record.gridState, first);
  tables.releaseUnused();
}

} // namespace
} // namespace warpsan::rt
