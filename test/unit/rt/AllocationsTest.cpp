//===- AllocationsTest.cpp - Ranges and their cells ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/allocations.h"
#include "core/line.h"
#include "test/unit/rt/FakeBackend.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

using Shadow = Allocations::Shadow;

struct Tracked {
  explicit Tracked(uint64_t limit = 0, bool exact = false, bool cached = false)
      : allocations(device, limit, exact, cached) {}

  std::vector<abi::Range> table(Shadow shadow = Shadow::Words) {
    abi::LaunchRecord record{};
    EXPECT_TRUE(allocations.prepare(shadow, record));
    const auto *rows = reinterpret_cast<const abi::Range *>(record.ranges);
    return {rows, rows + record.rangeCount};
  }

  test::FakeBackend device;
  Allocations allocations;
};

TEST(Allocations, TableIsSortedByBase) {
  Tracked tracked;
  tracked.allocations.add(0x2000, 64, "cudaMalloc", nullptr, 1);
  tracked.allocations.add(0x1000, 30, "cudaMalloc", nullptr, 1);
  const auto rows = tracked.table();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].base, 0x1000u);
  EXPECT_EQ(rows[0].size, 32u);
  EXPECT_EQ(rows[1].base, 0x2000u);
  EXPECT_NE(rows[0].wordCells, 0u);
  EXPECT_EQ(rows[0].byteCells, 0u);
}

TEST(Allocations, ByteCellsOnDemand) {
  Tracked tracked;
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  const auto before = tracked.table();
  const auto after = tracked.table(Shadow::WordsAndBytes);
  EXPECT_EQ(after[0].wordCells, before[0].wordCells);
  EXPECT_NE(after[0].byteCells, 0u);
  EXPECT_EQ(tracked.allocations.shadowBytes(), 64u * 2 + 64u * 8);
}

std::vector<abi::NearRange> nearRanges(Tracked &tracked, const std::vector<uint64_t> &addresses) {
  abi::LaunchRecord record{};
  tracked.allocations.fillNearRanges(addresses, record);
  return {std::begin(record.nearRanges), std::end(record.nearRanges)};
}

TEST(Allocations, NearRangesAreThoseOfTheAddressesFirst) {
  Tracked tracked;
  for (uint64_t base = 0x1000; base <= 0x6000; base += 0x1000)
    tracked.allocations.add(base, 64, "cudaMalloc", nullptr, 1);
  tracked.table();
  const auto near = nearRanges(tracked, {0x5008, 0x9000, 0x3000, 0x5000});
  ASSERT_EQ(near.size(), 4u);
  EXPECT_EQ(near[0].base, 0x5000u);
  EXPECT_EQ(near[1].base, 0x3000u);
  EXPECT_EQ(near[2].base, 0x1000u);
  EXPECT_EQ(near[3].base, 0x2000u);
}

TEST(Allocations, NearRangesNameTheCellsOfTheTable) {
  Tracked tracked;
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  const auto rows = tracked.table(Shadow::WordsAndBytes);
  const auto near = nearRanges(tracked, {0x1000});
  EXPECT_EQ(near[0].size, 64u);
  EXPECT_EQ(near[0].wordCells + 2 * 0x1004, rows[0].wordCells + 8);
  EXPECT_EQ(near[0].byteCells + 8 * 0x1003, rows[0].byteCells + 3 * 8);
  EXPECT_EQ(near[1].size, 0u);
}

TEST(Allocations, NearRangesHaveWholeLinesOf16BytesOnly) {
  Tracked tracked;
  tracked.allocations.add(0x1004, 60, "variable", nullptr, 1);
  tracked.allocations.add(0x2004, 20, "variable", nullptr, 1);
  tracked.allocations.add(0x3004, 8, "variable", nullptr, 1);
  const auto rows = tracked.table();
  const auto near = nearRanges(tracked, {0x1004, 0x2004, 0x3004});
  EXPECT_EQ(near[0].base, 0x1010u);
  EXPECT_EQ(near[0].size, 48u);
  EXPECT_EQ(near[0].wordCells + 2 * 0x1010, rows[0].wordCells + 3 * 8);
  EXPECT_EQ(near[1].size, 0u);
  EXPECT_EQ(near[2].size, 0u);
}

TEST(Allocations, NearRangesHaveCellsForAllWords) {
  Tracked untouched;
  untouched.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  EXPECT_EQ(nearRanges(untouched, {0x1000})[0].size, 0u);
  Tracked cached(0, false, true);
  cached.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  cached.table();
  EXPECT_EQ(nearRanges(cached, {0x1000})[0].size, 0u);
  Tracked constant;
  constant.allocations.addConstant(0x1000, 64);
  constant.table();
  EXPECT_EQ(nearRanges(constant, {0x1000})[0].size, 0u);
}

TEST(Allocations, LineCellsOnDemand) {
  Tracked tracked;
  // From the middle of one line to that of another.
  tracked.allocations.add(0x1040, 128, "cudaMalloc", nullptr, 1);
  tracked.allocations.add(0x2000, 64, HeapOfDeviceCode, nullptr, 1);
  EXPECT_EQ(tracked.table()[0].lineCells, 0u);
  abi::LaunchRecord record{};
  record.flags = abi::LaunchLines;
  ASSERT_TRUE(tracked.allocations.prepare(Shadow::Words, record));
  const auto *rows = reinterpret_cast<const abi::Range *>(record.ranges);
  ASSERT_NE(rows[0].lineCells, 0u);
  EXPECT_EQ(rows[1].lineCells, 0u); // malloc would have to make parts of a line empty
  EXPECT_EQ(tracked.allocations.shadowBytes(), 2 * (128u + 64) + 2 * 8);
  const auto *cells = reinterpret_cast<const Cell *>(rows[0].lineCells + 0x1040 / LineBytes * 8);
  EXPECT_EQ(cells[0] | cells[1], 0u);
  tracked.allocations.fillNearRanges({0x1040}, record);
  EXPECT_EQ(record.lineRanges[0].lineCells, rows[0].lineCells);
  EXPECT_EQ(record.lineRanges[0].words.base, 0x1040u);
  EXPECT_EQ(record.nearRanges[0].size, 0u);
  tracked.allocations.remove(0x1040, 2);
  EXPECT_EQ(tracked.allocations.shadowBytes(), 2 * 64u);
}

TEST(Allocations, NoRoomForLineCellsIsNoLoss) {
  Tracked tracked(64 * 2);
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  abi::LaunchRecord record{};
  record.flags = abi::LaunchLines;
  ASSERT_TRUE(tracked.allocations.prepare(Shadow::Words, record));
  const auto *rows = reinterpret_cast<const abi::Range *>(record.ranges);
  EXPECT_NE(rows[0].wordCells, 0u);
  EXPECT_EQ(rows[0].lineCells, 0u);
  EXPECT_FALSE(tracked.allocations.outOfShadow());
}

TEST(Allocations, HistoriesOnDemand) {
  Tracked tracked;
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  const auto before = tracked.table(Shadow::Histories);
  EXPECT_NE(before[0].histories, 0u);
  EXPECT_EQ(before[0].wordCells, 0u);
  EXPECT_EQ(tracked.allocations.shadowBytes(), 64u * 16);
  const auto after = tracked.table();
  EXPECT_EQ(after[0].histories, before[0].histories);
  EXPECT_NE(after[0].wordCells, 0u);
}

// An eighth of the memory, not twice as much; a sixteenth of a range that is no
// multiple of 16 words counts as one more cell.
TEST(Allocations, CachedCellsAreASixteenth) {
  Tracked tracked(0, false, true);
  tracked.allocations.add(0x10000, 64 << 10, "cudaMalloc", nullptr, 1);
  const auto words = tracked.table();
  EXPECT_EQ(words[0].wordCells, 0u);
  EXPECT_NE(words[0].cachedCells, 0u);
  EXPECT_EQ(tracked.allocations.shadowBytes(), 8u << 10);
  tracked.allocations.add(0x30000, 4, "cudaMalloc", nullptr, 1);
  EXPECT_NE(tracked.table()[1].cachedCells, 0u);
  EXPECT_EQ(tracked.allocations.shadowBytes(), (8u << 10) + 8);
  tracked.allocations.remove(0x30000, 2);
  const auto bytes = tracked.table(Shadow::WordsAndBytes);
  EXPECT_NE(bytes[0].byteCells, 0u);
  EXPECT_EQ(tracked.allocations.shadowBytes(), (8u << 10) * 5);
  EXPECT_TRUE(tracked.allocations.clearCells(nullptr));
  tracked.allocations.remove(0x10000, 2);
  EXPECT_EQ(tracked.allocations.shadowBytes(), 0u);
}

TEST(Allocations, CachedHistoriesAreForEveryWord) {
  Tracked tracked(0, false, true);
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  EXPECT_NE(tracked.table(Shadow::Histories)[0].histories, 0u);
  EXPECT_EQ(tracked.allocations.shadowBytes(), 64u * 16);
}

TEST(Allocations, TableIsUploadedOnlyOnChange) {
  Tracked tracked;
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  abi::LaunchRecord first{}, second{};
  tracked.allocations.prepare(Shadow::Words, first);
  tracked.allocations.prepare(Shadow::Words, second);
  EXPECT_EQ(first.ranges, second.ranges);
  tracked.allocations.add(0x2000, 64, "cudaMalloc", nullptr, 1);
  tracked.allocations.prepare(Shadow::Words, second);
  EXPECT_NE(first.ranges, second.ranges);
}

TEST(Allocations, FreedCellsStayUntilNothingIsInFlight) {
  Tracked tracked;
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  tracked.table();
  const size_t before = tracked.device.used;
  tracked.allocations.remove(0x1000, 2);
  EXPECT_EQ(tracked.device.used, before);
  EXPECT_TRUE(tracked.table().empty());
  tracked.allocations.releaseUnused();
  EXPECT_LT(tracked.device.used, before);
  EXPECT_EQ(tracked.allocations.shadowBytes(), 0u);
}

// cudaMallocAsync in a loop that waits for its stream only.
TEST(Allocations, RecycledCellsAreNewAndBounded) {
  Tracked tracked;
  size_t most = 0;
  for (uint32_t launch = 1; launch < 20; ++launch) {
    tracked.allocations.add(0x1000, 64 + launch % 3, "cudaMallocAsync", nullptr, launch);
    auto *cells = reinterpret_cast<uint64_t *>(tracked.table()[0].wordCells);
    EXPECT_EQ(cells[15], 0u);
    cells[15] = 42;
    tracked.allocations.remove(0x1000, launch + 1);
    tracked.allocations.recycleUnused();
    if (launch == 4)
      most = tracked.device.used;
  }
  EXPECT_EQ(tracked.device.used, most);
  tracked.table();
  tracked.allocations.releaseUnused();
  EXPECT_LT(tracked.device.used, most);
}

TEST(Allocations, ReusedAddressHasNoHistory) {
  Tracked tracked;
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  *reinterpret_cast<uint64_t *>(tracked.table()[0].wordCells) = 42;
  tracked.allocations.remove(0x1000, 2);
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 2);
  EXPECT_EQ(*reinterpret_cast<uint64_t *>(tracked.table()[0].wordCells), 0u);
}

TEST(Allocations, NeighboursInOneWordShareARange) {
  Tracked tracked;
  tracked.allocations.add(0x1001, 1, "", nullptr, 1);
  tracked.allocations.add(0x1002, 1, "", nullptr, 1);
  const auto rows = tracked.table();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].base, 0x1000u);
  EXPECT_EQ(rows[0].size, 4u);
  tracked.allocations.remove(0x1001, 2);
  EXPECT_EQ(tracked.table().size(), 1u);
  tracked.allocations.remove(0x1002, 2);
  EXPECT_TRUE(tracked.table().empty());
}

TEST(Allocations, RangesThatOverlapBecomeOne) {
  Tracked tracked;
  for (const uint64_t base : {0x1000, 0x1040, 0x1080, 0x10c0})
    tracked.allocations.add(base, 32, "", nullptr, 1);
  tracked.allocations.add(0x105c, 0x30, "", nullptr, 1);
  const auto rows = tracked.table();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].base, 0x1000u);
  EXPECT_EQ(rows[1].base, 0x1040u);
  EXPECT_EQ(rows[1].size, 0x60u);
  EXPECT_EQ(rows[2].base, 0x10c0u);
}

TEST(Allocations, FindsByAddressAndLaunch) {
  Tracked tracked;
  tracked.allocations.add(0x1000, 64, "first", nullptr, 1);
  tracked.allocations.remove(0x1000, 5);
  tracked.allocations.add(0x1000, 128, "second", nullptr, 5);
  EXPECT_STREQ(tracked.allocations.find(0x1010, 4)->function, "first");
  EXPECT_STREQ(tracked.allocations.find(0x1010, 5)->function, "second");
  EXPECT_FALSE(tracked.allocations.find(0x1050, 4));
}

TEST(Allocations, ExactEndsOnRequest) {
  Tracked tracked(0, true);
  tracked.allocations.add(0x1000, 30, "cudaMalloc", nullptr, 1);
  tracked.allocations.add(0x2001, 1, "", nullptr, 1);
  tracked.allocations.add(0x2002, 1, "", nullptr, 1);
  const auto rows = tracked.table();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].size, 30u);
  EXPECT_EQ(rows[1].base, 0x2000u);
  EXPECT_EQ(rows[1].size, 3u);
}

TEST(Allocations, NearestOfThoseThatWereThere) {
  Tracked tracked;
  tracked.allocations.add(0x1000, 64, "first", nullptr, 1);
  tracked.allocations.add(0x2000, 64, "second", nullptr, 1);
  tracked.allocations.remove(0x1000, 3);
  EXPECT_STREQ(tracked.allocations.nearest(0x1048, 2)->function, "first");
  EXPECT_EQ(tracked.allocations.nearest(0x1048, 2)->distance(0x1048), 8u);
  EXPECT_STREQ(tracked.allocations.nearest(0x1fff, 2)->function, "second");
  EXPECT_EQ(tracked.allocations.nearest(0x1fff, 2)->distance(0x1fff), 1u);
  EXPECT_STREQ(tracked.allocations.nearest(0x1048, 3)->function, "second");
  EXPECT_STREQ(tracked.allocations.findFreed(0x1010, 3)->function, "first");
  EXPECT_FALSE(tracked.allocations.findFreed(0x1010, 2));
  tracked.allocations.forgetDevice(5);
  EXPECT_FALSE(tracked.allocations.nearest(0x1048, 5));
}

TEST(Allocations, OutOfShadowLeavesRangeWithoutCells) {
  Tracked tracked(100);
  tracked.allocations.add(0x1000, 32, "cudaMalloc", nullptr, 1);
  tracked.allocations.add(0x2000, 64, "cudaMalloc", nullptr, 1);
  const auto rows = tracked.table();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_NE(rows[0].wordCells, 0u);
  EXPECT_EQ(rows[1].wordCells, 0u);
  EXPECT_TRUE(tracked.allocations.outOfShadow());
}

TEST(Allocations, ConstantsHaveNoCells) {
  Tracked tracked;
  tracked.allocations.addConstant(0x1000, 64);
  // Shares a word with a constant, and is written.
  tracked.allocations.addConstant(0x2000, 2);
  tracked.allocations.add(0x2002, 2, "", nullptr, 1);
  const auto rows = tracked.table(Shadow::WordsAndBytes);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].wordCells, abi::ConstantCells);
  EXPECT_EQ(rows[0].byteCells, 0u);
  EXPECT_GT(rows[1].wordCells, abi::ConstantCells);
}

TEST(Allocations, ClearForgetsAllCells) {
  Tracked tracked;
  tracked.allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  const auto rows = tracked.table(Shadow::WordsAndBytes);
  *reinterpret_cast<uint64_t *>(rows[0].wordCells) = 42;
  *reinterpret_cast<uint64_t *>(rows[0].byteCells) = 42;
  EXPECT_TRUE(tracked.allocations.clearCells(nullptr));
  EXPECT_EQ(*reinterpret_cast<uint64_t *>(rows[0].wordCells), 0u);
  EXPECT_EQ(*reinterpret_cast<uint64_t *>(rows[0].byteCells), 0u);
}

TEST(Allocations, PlacementsAreOfNow) {
  test::FakeBackend device;
  Allocations allocations(device, 0);
  allocations.add(0x1000, 10, "cudaMalloc", nullptr, 1);
  allocations.add(0x2000, 16, "cudaHostRegister", nullptr, 1);
  allocations.addConstant(0x3000, 6);
  ASSERT_TRUE(allocations.placementOf(0x1009));
  EXPECT_EQ(allocations.placementOf(0x1009)->base, 0x1000u);
  EXPECT_EQ(allocations.placementOf(0x1009)->bytes, 10u);
  EXPECT_FALSE(allocations.placementOf(0x1009)->isAliasable);
  EXPECT_TRUE(allocations.placementOf(0x2000)->isAliasable);
  EXPECT_EQ(allocations.placementOf(0x3005)->bytes, 6u);
  for (const uint64_t address : {0xfff, 0x100a, 0x3006})
    EXPECT_FALSE(allocations.placementOf(address)) << address;
  const uint64_t changes = allocations.changes();
  allocations.remove(0x1000, 2);
  EXPECT_FALSE(allocations.placementOf(0x1000));
  EXPECT_NE(allocations.changes(), changes);
}

} // namespace
} // namespace warpsan::rt
