//===- check_test.cpp - step() on short histories --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/check.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace warpsan {
namespace {

constexpr CellLayout Wide{12, 10, 8, 8, 6, 6, 6, 0};
constexpr CellLayout NoOther{12, 10, 8, 0, 6, 6, 6, 0};
constexpr uint32_t Epoch = 7;

/// One cell and the clocks of one block; other blocks never synchronise here.
struct Story {
  CellLayout layout = Wide;
  Cell cell = 0;
  uint32_t blockClock = 0, warpClock = 0, groupClock = 0;
  uint32_t groupMask = 0;
  Verdict verdict{};

  Story &access(uint64_t thread, AccessClass kind, uint32_t site) {
    const Accessor me{thread, site, blockClock, warpClock, groupClock, groupMask};
    const Step result = step(layout, Epoch, cell, me, kind);
    cell = result.next;
    verdict = result.verdict;
    return *this;
  }
  Story &read(uint64_t thread, uint32_t site) { return access(thread, AccessClass::Read, site); }
  Story &write(uint64_t thread, uint32_t site) { return access(thread, AccessClass::Write, site); }
  Story &syncthreads() { return ++blockClock, groupClock = 0, *this; }
  Story &syncwarp() { return ++warpClock, groupClock = 0, *this; }
  Story &syncgroup() { return ++groupClock, *this; }
};

constexpr uint64_t OtherBlock = 1 << 10;

void expectRace(const Story &s, abi::Known known, Relation relation, uint32_t site) {
  EXPECT_TRUE(s.verdict.race);
  EXPECT_EQ(s.verdict.known, known);
  EXPECT_EQ(s.verdict.relation, relation);
  EXPECT_EQ(s.verdict.site, site);
}

TEST(Step, WriteWriteRace) {
  Story s;
  EXPECT_FALSE(s.write(1, 10).verdict.race);
  expectRace(s.write(2, 11), abi::Known::Thread, Relation::Warp, 10);
  EXPECT_EQ(s.verdict.thread, 1u);
}

TEST(Step, BarrierOrdersTheBlockOnly) {
  Story s;
  s.write(1, 10).syncthreads();
  EXPECT_FALSE(s.read(100, 11).verdict.race);
  expectRace(s.read(OtherBlock, 12), abi::Known::Grid, Relation::Grid, 10);
}

TEST(Step, WarpBarrierDoesNotOrderTheBlock) {
  Story s;
  s.write(1, 10).syncwarp();
  EXPECT_FALSE(s.read(2, 11).verdict.race);
  expectRace(s.read(40, 12), abi::Known::Block, Relation::Block, 10);
}

TEST(Step, GroupBarrierOrdersTheGroupOnly) {
  Story s;
  s.groupMask = 0x0f;
  s.write(1, 10).syncgroup();
  EXPECT_FALSE(s.read(2, 11).verdict.race);
  s.groupMask = 0xf0;
  expectRace(s.read(5, 12), abi::Known::Warp, Relation::Warp, 10);
}

/// A reader that is also the writer must not be blamed.
TEST(Step, BlamesTheOtherReader) {
  Story s;
  s.read(1, 23).read(2, 24);
  expectRace(Story(s).write(2, 25), abi::Known::Thread, Relation::Warp, 23);
  expectRace(Story(s).write(1, 25), abi::Known::Warp, Relation::Warp, 24);
}

TEST(Step, BlamesTheWriteBehindTheReader) {
  Story s;
  s.write(0, 10).syncwarp().read(1, 11);
  EXPECT_FALSE(s.verdict.race);
  expectRace(s.read(40, 12), abi::Known::Block, Relation::Block, 10);
}

TEST(Step, ManyReadersWriteTheCellOnlyWhileItLearns) {
  Story s;
  s.read(1, 11).read(2, 12);
  const Cell learned = s.cell;
  for (uint64_t t = 3; t < 32; ++t)
    EXPECT_EQ(s.read(t, 11).cell, learned);
}

TEST(Step, OtherBlocksReadersAreFinal) {
  Story s;
  s.read(1, 11).read(OtherBlock, 12);
  const Cell learned = s.cell;
  EXPECT_EQ(s.syncthreads().read(2, 11).cell, learned);
  expectRace(s.write(3, 13), abi::Known::Grid, Relation::Grid, 12);
}

TEST(ReadByGrid, OneSiteInDifferentBlocks) {
  const auto held = [](Story story, uint32_t site) {
    return isReadByGrid(story.layout, Epoch, story.cell, site);
  };
  EXPECT_TRUE(held(Story().read(1, 5).read(OtherBlock, 5), 5));
  EXPECT_TRUE(held(Story().read(1, 5).read(2, 5).read(40, 5).read(OtherBlock, 5), 5));
  EXPECT_FALSE(held(Story(), 5));
  EXPECT_FALSE(held(Story().read(1, 5), 5));
  EXPECT_FALSE(held(Story().read(1, 5).read(40, 5), 5));
  EXPECT_FALSE(held(Story().read(1, 5).read(OtherBlock, 5), 6));
  EXPECT_FALSE(held(Story().read(1, 6).read(OtherBlock, 5), 5));
  EXPECT_FALSE(held(Story().read(1, 5).read(OtherBlock, 6), 5));
  EXPECT_FALSE(held(Story{NoOther}.read(1, 0).read(OtherBlock, 0), 0));
  const Cell cell = Story().read(1, 5).read(OtherBlock, 5).cell;
  EXPECT_FALSE(isReadByGrid(Wide, Epoch + 1, cell, 5));
}

/// What the cell may have become since.
TEST(ReadByGrid, NoFurtherReadMattersAndEveryWriteRaces) {
  for (const uint64_t thread : {uint64_t(1), uint64_t(2), uint64_t(40), OtherBlock, 2 * OtherBlock})
    for (const AccessClass kind :
         {AccessClass::Write, AccessClass::UpdateBlock, AccessClass::UpdateDevice}) {
      Story story = Story().read(1, 5).read(OtherBlock, 5).syncthreads();
      const Cell before = story.cell;
      EXPECT_EQ(story.read(thread, 5).cell, before);
      story.access(thread, kind, 9);
      EXPECT_TRUE(story.verdict.race);
      EXPECT_EQ(story.verdict.site, 5u);
    }
}

TEST(Step, LoadIsCompatibleWithReadsAndUpdates) {
  const AccessClass load = AccessClass::LoadDevice, update = AccessClass::UpdateDevice;
  Story s;
  s.access(0, load, 1).read(1, 2);
  EXPECT_FALSE(Story(s).access(1, update, 3).verdict.race);
  expectRace(Story(s).access(0, update, 3), abi::Known::Thread, Relation::Warp, 2);
}

TEST(Step, BlockScopeDoesNotReachOtherBlocks) {
  Story s;
  s.access(0, AccessClass::UpdateBlock, 1);
  EXPECT_FALSE(Story(s).access(40, AccessClass::UpdateDevice, 2).verdict.race);
  expectRace(s.access(OtherBlock, AccessClass::UpdateDevice, 2), abi::Known::Thread, Relation::Grid,
             1);
}

TEST(Step, RestartsAfterARace) {
  Story s, fresh;
  s.write(1, 10).write(2, 11);
  EXPECT_EQ(s.cell, fresh.write(2, 11).cell);
  expectRace(s.read(3, 12), abi::Known::Thread, Relation::Warp, 11);
}

TEST(Step, OtherEpochIsEmpty) {
  Story s;
  s.write(1, 10);
  const Accessor me{2, 11, 0, 0, 0, 0};
  const Step later = step(Wide, Epoch + 1, s.cell, me, AccessClass::Read);
  EXPECT_FALSE(later.verdict.race);
  EXPECT_EQ(later.next, step(Wide, Epoch + 1, 0, me, AccessClass::Read).next);
  EXPECT_EQ(epochOf(later.next), Epoch + 1);
}

TEST(Step, NextNeverCarriesTheSplitFlag) {
  Story s;
  s.read(1, 10);
  const Cell whole = s.cell;
  s.cell |= SplitFlag;
  EXPECT_EQ(s.read(1, 10).cell, whole);
  s.cell |= SplitFlag;
  EXPECT_FALSE(isSplit(s.write(1, 11).cell));
}

TEST(Step, LineIsUnknownWithoutOtherSite) {
  Story s;
  s.layout = NoOther;
  s.read(1, 23).read(2, 24);
  expectRace(s.write(1, 25), abi::Known::Warp, Relation::Warp, abi::UnknownSite);
}

/// Every story of some steps, by threads at all distances, to `visit`.
void forEachStory(const Story &story, unsigned steps,
                  const std::function<void(const Story &)> &visit) {
  visit(story);
  if (steps == 0)
    return;
  for (const uint64_t thread : {uint64_t(1), uint64_t(2), uint64_t(5), uint64_t(40), OtherBlock})
    for (unsigned kind = 0; kind < AccessClassCount; ++kind)
      forEachStory(Story(story).access(thread, AccessClass(kind), 10 + steps), steps - 1, visit);
  forEachStory(Story(story).syncgroup(), steps - 1, visit);
  forEachStory(Story(story).syncwarp(), steps - 1, visit);
  forEachStory(Story(story).syncthreads(), steps - 1, visit);
}

/// Whence no check is needed of an access that analysis/CoveredAccesses leaves out.
TEST(Step, CoveredAccessAddsNothing) {
  Story begin;
  begin.groupMask = 0x0f;
  forEachStory(begin, 3, [](const Story &story) {
    for (const uint64_t thread : {uint64_t(1), uint64_t(5), OtherBlock})
      for (const auto &[cover, covered] : {std::pair{AccessClass::Read, AccessClass::Read},
                                           std::pair{AccessClass::Write, AccessClass::Read},
                                           std::pair{AccessClass::Write, AccessClass::Write}}) {
        Story behind = Story(story).access(thread, cover, 20);
        const Cell cell = behind.cell;
        ASSERT_EQ(behind.access(thread, covered, 21).cell, cell);
        ASSERT_FALSE(behind.verdict.race);
      }
  });
}

TEST(Fsm, EmptyIsZeroAndIgnoresThePosition) {
  EXPECT_EQ(unsigned(State::Empty), 0u);
  for (unsigned k = 0; k < AccessClassCount; ++k)
    for (unsigned p = 0; p < PositionCount; ++p)
      EXPECT_EQ(lookup(0, AccessClass(k), Position(p)).bits,
                lookup(0, AccessClass(k), Position::Thread).bits);
}

TEST(Fsm, EntriesStayInRange) {
  for (const uint16_t bits : FsmTable) {
    EXPECT_GT(Transition{bits}.next(), 0u);
    EXPECT_LT(Transition{bits}.next(), StateCount);
    EXPECT_LE(Transition{bits}.blame(), Blame::UnknownGrid);
  }
}

} // namespace
} // namespace warpsan
