//===- OrderTableTest.cpp - The log of synchronisation, host side ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/access.h"
#include "rt/order_table.h"
#include "test/unit/rt/FakeBackend.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr uint64_t Flag = 0x1000, Word = 0x2000;

/// A launch of 4 x 2 blocks of 64 threads, and what its device would write.
class OrderTableTest : public ::testing::Test {
protected:
  void launch(uint32_t number) {
    record = {};
    record.launch = number;
    record.module = 5;
    record.kernel = 6;
    const LaunchShape shape{{4, 2, 1}, {64, 1, 1}, 0, nullptr, false, nullptr};
    ASSERT_TRUE(table.prepare(shape, record));
    EXPECT_TRUE(record.flags & abi::LaunchOrdered);
  }
  abi::OrderLog &log() { return *reinterpret_cast<abi::OrderLog *>(record.orderLog); }

  void event(uint64_t thread, abi::SyncKind kind, uint32_t ticket, uint8_t flags) {
    reinterpret_cast<abi::OrderEvent *>(log().events)[log().eventCount++] = {
        thread, Flag, record.launch, ticket, {0, 0, 1}, uint8_t(kind), uint8_t(Scope::Device),
        flags,  0};
  }
  void conflict(uint64_t previous, uint32_t previousSync, uint64_t thread, uint32_t sync) {
    abi::Conflict row{};
    row.word = row.address = Word;
    row.thread = thread;
    row.previousThread = previous;
    row.moment = log().eventCount;
    row.launch = record.launch;
    row.module = record.module;
    row.kernel = record.kernel;
    row.site = 2;
    row.previousSite = 1;
    row.clocks.sync = sync;
    row.previousClocks.sync = previousSync;
    row.space = uint8_t(abi::Space::Global);
    row.usage = uint8_t(AccessClass::Read);
    row.previousUsage = uint8_t(AccessClass::Write);
    row.bytes = row.previousBytes = 15;
    reinterpret_cast<abi::Conflict *>(log().conflicts)[log().conflictCount++] = row;
  }

  test::FakeBackend device;
  OrderTable table{device, 1 << 20};
  abi::LaunchRecord record{};
};

constexpr uint64_t Block6 = uint64_t(6) << 32;

TEST_F(OrderTableTest, UnorderedConflictIsARace) {
  launch(1);
  conflict(3, 0, Block6 | 40, 0);
  table.settle();
  ASSERT_THAT(table.races(), SizeIs(1));
  const abi::RaceRecord race = table.races()[0].record;
  EXPECT_EQ(race.blockIndex[0], 2u);
  EXPECT_EQ(race.blockIndex[1], 1u);
  EXPECT_EQ(race.thread, 40u);
  EXPECT_EQ(race.previousThread, 3u);
  EXPECT_EQ(race.relation, uint8_t(Relation::Grid));
  EXPECT_TRUE(race.flags & abi::RaceDecided);
  EXPECT_THAT(table.undecided(), IsEmpty());
}

TEST_F(OrderTableTest, OrderedConflictIsNone) {
  launch(1);
  event(3, abi::SyncKind::Write, 1, abi::SyncRelease);
  event(Block6 | 40, abi::SyncKind::Read, 1, abi::SyncAcquire);
  conflict(3, 0, Block6 | 40, 1);
  table.settle();
  EXPECT_THAT(table.races(), IsEmpty());
  EXPECT_THAT(table.undecided(), IsEmpty());
}

TEST_F(OrderTableTest, SettledLogIsEmptyAndItsRacesStay) {
  launch(1);
  conflict(3, 0, Block6, 0);
  conflict(3, 0, Block6 | 1, 0);
  table.settle();
  EXPECT_EQ(log().conflictCount, 0u);
  launch(2);
  conflict(3, 0, Block6, 0);
  table.settle();
  ASSERT_THAT(table.races(), SizeIs(1));
  EXPECT_EQ(table.races()[0].count, 3u);
}

/// A lost event may have ordered anything; a lost conflict may be a race.
TEST_F(OrderTableTest, WhatWasLostIsUndecided) {
  launch(1);
  conflict(3, 0, Block6, 0);
  log().eventCount = log().eventCapacity + 1;
  table.settle();
  EXPECT_THAT(table.races(), IsEmpty());
  EXPECT_THAT(table.undecided(), SizeIs(1));
}

/// Nothing was to be decided.
TEST_F(OrderTableTest, LostEventsMatterToConflictsOnly) {
  launch(1);
  log().eventCount = log().eventCapacity + 1;
  log().lostTickets = 1;
  table.settle();
  EXPECT_THAT(table.undecided(), IsEmpty());
  EXPECT_EQ(log().eventCount, 0u);
  EXPECT_EQ(log().lostTickets, 0u);
}

TEST_F(OrderTableTest, LostConflictsLeaveTheOthersDecided) {
  launch(1);
  for (uint64_t i = 0; i < log().conflictCapacity; i = log().conflictCount)
    conflict(3, 0, Block6, 0);
  ++log().conflictCount;
  table.settle();
  EXPECT_THAT(table.races(), SizeIs(1));
  EXPECT_THAT(table.undecided(), SizeIs(1));
}

TEST_F(OrderTableTest, LocationsWithoutTicketAreUndecided) {
  launch(1);
  conflict(3, 0, Block6, 0);
  log().lostTickets = 1;
  table.settle();
  EXPECT_THAT(table.races(), IsEmpty());
  EXPECT_THAT(table.undecided(), SizeIs(1));
}

TEST_F(OrderTableTest, LostDeviceLeavesAllUndecided) {
  launch(1);
  conflict(3, 0, Block6, 0);
  table.giveUp();
  EXPECT_THAT(table.undecided(), SizeIs(1));
}

TEST_F(OrderTableTest, NoMemoryForTheLog) {
  device.limit = 1000;
  const LaunchShape shape{{1, 1, 1}, {64, 1, 1}, 0, nullptr, false, nullptr};
  EXPECT_FALSE(table.prepare(shape, record));
  EXPECT_FALSE(record.flags & abi::LaunchOrdered);
}

} // namespace
} // namespace warpsan::rt
