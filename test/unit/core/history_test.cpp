//===- history_test.cpp - The accesses of one word -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/history.h"
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace warpsan {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr unsigned ThreadInBlock = 6;
constexpr uint32_t Epoch = 7, AllBytes = 15;

struct Told {
  std::vector<uint32_t> conflicts; ///< sites
  std::vector<uint32_t> givenUp;
  unsigned asked = 0;

  void conflict(const Past &past) { conflicts.push_back(past.site); }
  void giveUp(const Past &past) { givenUp.push_back(past.site); }
  void askGivenUp() { ++asked; }
};

class HistoryTest : public ::testing::Test {
protected:
  Told observe(const Past &me, uint32_t epoch = Epoch) {
    Told told;
    warpsan::observe(history, me, epoch, ThreadInBlock, isShared, told);
    return told;
  }
  static Past access(uint64_t thread, uint32_t site, AccessClass usage, ThreadClocks clocks = {}) {
    return {thread, site, usage, AllBytes, clocks};
  }
  static uint64_t threadOf(uint64_t block, uint64_t thread) {
    return block << ThreadInBlock | thread;
  }

  History history{};
  bool isShared = false;
};

TEST_F(HistoryTest, PackingKeepsEverything) {
  const Past past{(uint64_t(1) << 36) - 1, 0xabcde, AccessClass::UpdateBlock, 5,
                  {65535, 4095, 0xfffff},  255};
  const Past again = unpack(pack(past, 255));
  EXPECT_EQ(again.thread, past.thread);
  EXPECT_EQ(again.site, past.site);
  EXPECT_EQ(again.more, past.more);
  EXPECT_EQ(again.usage, past.usage);
  EXPECT_EQ(again.bytes, past.bytes);
  EXPECT_TRUE(sameClocks(again.clocks, past.clocks));
  EXPECT_TRUE(isOfEpoch(pack(past, 255), 255));
}

TEST_F(HistoryTest, ConflictsAreThoseOfTheMemoryModel) {
  for (unsigned a = 0; a < HistoryClassCount; ++a)
    for (unsigned b = 0; b < HistoryClassCount; ++b)
      for (const bool sameBlock : {false, true})
        EXPECT_EQ(conflict(AccessClass(a), AccessClass(b), sameBlock, true),
                  conflict(AccessClass(b), AccessClass(a), sameBlock, true));
  EXPECT_FALSE(conflict(AccessClass::UpdateDevice, AccessClass::LoadDevice, false, true));
  EXPECT_TRUE(conflict(AccessClass::UpdateDevice, AccessClass::LoadDevice, false, false));
  EXPECT_TRUE(conflict(AccessClass::UpdateBlock, AccessClass::LoadDevice, false, true));
  EXPECT_FALSE(conflict(AccessClass::UpdateBlock, AccessClass::LoadDevice, true, true));
  EXPECT_TRUE(conflict(AccessClass::Write, AccessClass::LoadDevice, true, true));
}

/// Whatever of the two comes first: they are meant for each other, and nothing else is.
TEST_F(HistoryTest, PollsMeetVolatileWrites) {
  constexpr AccessClass Poll = AccessClass::VolatilePoll, Set = AccessClass::VolatileWrite;
  EXPECT_FALSE(conflict(Poll, Set, false, true));
  EXPECT_TRUE(conflict(Poll, Set, false, false));
  EXPECT_FALSE(conflict(Poll, AccessClass::UpdateDevice, false, true));
  EXPECT_TRUE(conflict(Poll, AccessClass::UpdateBlock, false, true));
  EXPECT_FALSE(conflict(Poll, AccessClass::UpdateBlock, true, true));
  EXPECT_TRUE(conflict(Poll, AccessClass::Write, true, true));
  for (unsigned other = 0; other < AccessClassCount; ++other)
    EXPECT_TRUE(conflict(Set, AccessClass(other), true, true));
  EXPECT_TRUE(conflict(Set, Set, true, true));
  observe(access(threadOf(0, 0), 1, Set));
  EXPECT_THAT(observe(access(threadOf(1, 0), 2, Poll)).conflicts, IsEmpty());
  EXPECT_THAT(observe(access(threadOf(2, 0), 3, AccessClass::Read)).conflicts, ElementsAre(1));
}

TEST_F(HistoryTest, ClassesAreColumnsInTheLog) {
  for (unsigned column = 0; column < AccessClassCount; ++column)
    for (const uint32_t flags : {0u, unsigned(AccessVolatile), AccessVolatile | AccessPoll})
      EXPECT_EQ(columnOf(historyClass(AccessClass(column), flags)), AccessClass(column));
  EXPECT_EQ(historyClass(AccessClass::Read, AccessVolatile), AccessClass::Read);
  EXPECT_EQ(historyClass(AccessClass::Read, AccessVolatile | AccessPoll),
            AccessClass::VolatilePoll);
  EXPECT_EQ(historyClass(AccessClass::Write, AccessVolatile), AccessClass::VolatileWrite);
}

TEST_F(HistoryTest, WriteDominatesEverything) {
  for (unsigned b = 0; b < HistoryClassCount; ++b)
    EXPECT_TRUE(dominates(AccessClass::Write, AccessClass(b)));
  EXPECT_FALSE(dominates(AccessClass::Read, AccessClass::Write));
  EXPECT_FALSE(dominates(AccessClass::UpdateDevice, AccessClass::UpdateBlock));
}

TEST_F(HistoryTest, UnorderedWriteAndReadConflict) {
  observe(access(threadOf(0, 0), 1, AccessClass::Write));
  EXPECT_THAT(observe(access(threadOf(1, 0), 2, AccessClass::Read)).conflicts, ElementsAre(1));
  EXPECT_THAT(observe(access(threadOf(2, 0), 3, AccessClass::Read)).conflicts, ElementsAre(1));
  EXPECT_THAT(observe(access(threadOf(2, 0), 3, AccessClass::Read)).conflicts, IsEmpty());
}

TEST_F(HistoryTest, BarriersOrder) {
  observe(access(threadOf(0, 0), 1, AccessClass::Write, {3, 0, 0}));
  EXPECT_THAT(observe(access(threadOf(0, 40), 2, AccessClass::Read, {4, 0, 0})).conflicts,
              IsEmpty());
  EXPECT_THAT(observe(access(threadOf(0, 41), 2, AccessClass::Write, {4, 0, 0})).conflicts,
              ElementsAre(2));
}

TEST_F(HistoryTest, OtherEpochsAreNoHistory) {
  observe(access(threadOf(0, 0), 1, AccessClass::Write), Epoch);
  EXPECT_THAT(observe(access(threadOf(1, 0), 2, AccessClass::Write), Epoch + 1).conflicts,
              IsEmpty());
}

TEST_F(HistoryTest, BytesApartDoNotConflict) {
  Past low = access(threadOf(0, 0), 1, AccessClass::Write);
  low.bytes = 3;
  Past high = access(threadOf(1, 0), 2, AccessClass::Write);
  high.bytes = 12;
  observe(low);
  EXPECT_THAT(observe(high).conflicts, IsEmpty());
  EXPECT_THAT(observe(access(threadOf(2, 0), 3, AccessClass::Read)).conflicts,
              UnorderedElementsAre(1, 2));
}

TEST_F(HistoryTest, ReadersThatDoNotFitAreHandedOn) {
  for (uint32_t block = 0; block < HistoryLength; ++block)
    EXPECT_THAT(observe(access(threadOf(block, 0), block, AccessClass::Read)).givenUp, IsEmpty());
  const Told fifth = observe(access(threadOf(9, 0), 9, AccessClass::Read));
  EXPECT_EQ(fifth.givenUp.size(), 1u);
  EXPECT_EQ(fifth.asked, 0u);
  const Told writer = observe(access(threadOf(10, 0), 10, AccessClass::Write));
  EXPECT_EQ(writer.conflicts.size(), HistoryLength);
  EXPECT_EQ(writer.asked, 1u);
}

/// Every kind of access of a whole word and of a part.
std::vector<Past> kinds() {
  std::vector<Past> all;
  for (unsigned usage = 0; usage < HistoryClassCount; ++usage)
    for (const uint32_t bytes : {AllBytes, 3u})
      all.push_back({0, 0, AccessClass(usage), bytes, {}});
  return all;
}

bool mayConflict(const Past &a, const Past &b) {
  const bool sameBytes = a.bytes == b.bytes;
  return conflict(a.usage, b.usage, false, sameBytes) ||
         conflict(a.usage, b.usage, true, sameBytes);
}

TEST_F(HistoryTest, WhateverWasGivenUpIsAskedAboutIfItMayConflict) {
  for (const Past &me : kinds())
    for (const Past &first : kinds())
      for (const Past &second : kinds()) {
        const GivenUp givenUp = both(givenUpBy(first), givenUpBy(second));
        if (mayConflict(me, first) || mayConflict(me, second))
          EXPECT_TRUE(warpsan::mayConflict(me, givenUp));
      }
}

/// Counters, flags, and tables that are only read: millions of accesses each.
TEST_F(HistoryTest, NothingIsAskedAboutWhatCannotConflict) {
  for (const Past &me : kinds())
    for (const Past &given : kinds())
      if (me.bytes == AllBytes && given.bytes == AllBytes &&
          given.usage != AccessClass::LoadBlock && given.usage != AccessClass::VolatileWrite &&
          me.usage != AccessClass::LoadBlock)
        EXPECT_EQ(warpsan::mayConflict(me, givenUpBy(given)), mayConflict(me, given))
            << unsigned(me.usage) << ' ' << unsigned(given.usage);
}

TEST_F(HistoryTest, WhatWasGivenUpIsKept) {
  for (uint32_t block = 0; block < 2 * HistoryLength; ++block)
    EXPECT_EQ(observe(access(threadOf(block, 0), block, AccessClass::UpdateDevice)).asked, 0u);
  EXPECT_EQ(givenUpOf(history, Epoch), GivenUp::StrongWords);
  EXPECT_EQ(givenUpOf(history, Epoch + 1), GivenUp::Nothing);
  EXPECT_EQ(observe(access(threadOf(99, 0), 99, AccessClass::Read)).asked, 1u);
}

/// A block that reads one word costs one entry, in whatever order its threads come.
TEST_F(HistoryTest, NeighboursShareAnEntry) {
  for (const uint64_t thread : {8, 9, 10, 7, 11, 6, 5})
    EXPECT_THAT(observe(access(threadOf(0, thread), 1, AccessClass::Read)).givenUp, IsEmpty());
  const Past joined = unpack(history.entries[HistoryLength - 1]);
  EXPECT_EQ(joined.thread, threadOf(0, 5));
  EXPECT_EQ(joined.more, 6u);
  EXPECT_THAT(observe(access(threadOf(0, 8), 2, AccessClass::Write)).conflicts, ElementsAre(1));
}

TEST_F(HistoryTest, OnlyEqualAccessesShareAnEntry) {
  observe(access(threadOf(0, 0), 1, AccessClass::Read));
  observe(access(threadOf(0, 1), 2, AccessClass::Read));
  observe(access(threadOf(0, 2), 2, AccessClass::Read, {0, 0, 1}));
  observe(access(threadOf(1, 0), 2, AccessClass::Read));
  for (const Entry &entry : history.entries)
    EXPECT_EQ(unpack(entry).more, 0u);
}

/// Two that write the same word may race with each other.
TEST_F(HistoryTest, WritersDoNotShareAnEntry) {
  observe(access(threadOf(0, 0), 1, AccessClass::Write));
  EXPECT_THAT(observe(access(threadOf(0, 1), 1, AccessClass::Write)).conflicts, ElementsAre(1));
}

TEST_F(HistoryTest, ReadingAgainLeavesTheOthersTheirEntry) {
  for (uint64_t thread = 0; thread < 20; ++thread)
    observe(access(threadOf(0, thread), 1, AccessClass::Read));
  for (uint64_t thread = 0; thread < 20; ++thread)
    EXPECT_THAT(observe(access(threadOf(0, thread), 2, AccessClass::Read, {0, 0, 1})).givenUp,
                IsEmpty());
  EXPECT_THAT(observe(access(threadOf(1, 0), 3, AccessClass::Write)).conflicts, ElementsAre(2));
}

/// A barrier of the warp orders what stands for threads of several warps in part.
TEST_F(HistoryTest, WarpBarrierOrdersOneWarp) {
  for (uint64_t thread = 0; thread < 33; ++thread)
    observe(access(threadOf(0, thread), 1, AccessClass::Read));
  EXPECT_THAT(observe(access(threadOf(0, 0), 2, AccessClass::Write, {0, 1, 0})).conflicts,
              ElementsAre(1));
}

/// Other blocks cannot reach shared memory; of global memory they may still ask.
TEST_F(HistoryTest, BarrierEndsTheHistoryOfSharedMemory) {
  for (const bool shared : {false, true}) {
    history = {};
    isShared = shared;
    for (uint64_t thread = 0; thread < 40; thread += 2)
      observe(access(thread, 1, AccessClass::UpdateBlock));
    const Told later = observe(access(1, 2, AccessClass::Write, {1, 0, 0}));
    EXPECT_EQ(later.asked, shared ? 0u : 1u);
  }
}

/// Whence no check is needed of an access that analysis/CoveredAccesses leaves out.
TEST_F(HistoryTest, CoveredAccessAddsNothing) {
  observe(access(threadOf(1, 0), 1, AccessClass::Write));
  for (const AccessClass cover : {AccessClass::Read, AccessClass::Write}) {
    EXPECT_THAT(observe(access(threadOf(0, 0), 2, cover)).conflicts, ElementsAre(1));
    const History before = history;
    const Told told = observe(access(threadOf(0, 0), 3, cover));
    EXPECT_THAT(told.conflicts, IsEmpty());
    EXPECT_EQ(memcmp(&history, &before, sizeof before), 0);
    history = {};
    observe(access(threadOf(1, 0), 1, AccessClass::Write));
  }
}

TEST_F(HistoryTest, OwnLaterWriteStandsForOwnEarlierOnes) {
  for (uint32_t round = 0; round < 20; ++round) {
    const Told told = observe(access(threadOf(0, 0), round, AccessClass::Write, {0, 0, round}));
    EXPECT_THAT(told.conflicts, IsEmpty());
    EXPECT_THAT(told.givenUp, IsEmpty());
  }
  EXPECT_THAT(observe(access(threadOf(1, 0), 99, AccessClass::Read)).conflicts, ElementsAre(19));
}

} // namespace
} // namespace warpsan
