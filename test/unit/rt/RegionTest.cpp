//===- RegionTest.cpp - Passes of a region, copies and originals -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block of one thread. What other warps do to their copies the test does.
//===----------------------------------------------------------------------===//
#include "HostDevice.h"
#include <gtest/gtest.h>
#include <vector>

namespace warpsan::device {
namespace {

constexpr uint32_t Words = 8, CopyCount = 3, Lines = 4;

class RegionTest : public ::testing::Test {
protected:
  void SetUp() override {
    test::blockSize = {1, 1, 1};
    test::threadIndex = {};
    launch.copies = CopyCount;
    launch.rounds = 1;
    launch.copyBytes = sizeof original;
    launch.bufferLines = Lines;
    launch.kernelFlags = reinterpret_cast<uint64_t>(&kernelFlags);
    thread.launch = &launch;
    slot.resize((copiesOffset(Lines) + placesBytes(CopyCount, sizeof original, {true, true}) +
                 touchedBytes(CopyCount, sizeof original)) /
                8);
    thread.block = reinterpret_cast<uint64_t>(slot.data());
    for (uint32_t i = 0; i < Words; ++i)
      original[i] = 100 + i;
  }
  void TearDown() override { test::blockSize = {64, 1, 1}; }

  void enter() {
    RegionLayout layout = layoutFor(launch, thread.block);
    layout.first = reinterpret_cast<uint64_t>(original);
    if (!(launch.flags & abi::LaunchPoison))
      layout.stale = layout.first;
    setPieces(layout, {layout.first, sizeof original, 0}, 0);
    enterBlock(thread, layout);
    useCopy(thread, 0);
  }
  Copies copies() { return Copies(layoutOf(thread)); }
  static uint32_t &wordIn(Piece &piece, uint32_t i) { return piece.word[i % WordsOfPiece]; }
  static uint64_t pieceOf(uint32_t i) { return i / WordsOfPiece * sizeof(Piece); }
  RegionNext end(uint64_t digest = 0) { return endPass(thread, digest, Arrival::GoesOn).next; }
  /// In the hands of one who may store there.
  uint32_t &word(uint32_t copy, uint32_t i) {
    const RegionLayout &layout = layoutOf(thread);
    *pointer<uint8_t>(layout.touched + pieceOf(i) / sizeof(Piece) * layout.rowBytes + copy) = 1;
    return wordIn(copies().of(copy, pieceOf(i)), i);
  }
  /// What the region starts from.
  uint32_t staleWord(uint32_t i) { return *pointer<uint32_t>(layoutOf(thread).stale + i * 4); }
  bool areOriginals(uint32_t first) {
    for (uint32_t i = 0; i < Words; ++i)
      if (original[i] != (first == PoisonWord ? first : first + i))
        return false;
    return true;
  }

  abi::LaunchRecord launch{};
  RegionThread thread{};
  uint32_t kernelFlags = 0;
  std::vector<uint64_t> slot;
  alignas(16) uint32_t original[Words];
};

TEST_F(RegionTest, TwoEqualPassesAreARegion) {
  enter();
  word(0, 2) = 7;
  EXPECT_EQ(end(), RegionNext::Repeat);
  EXPECT_EQ(word(0, 2), 102u) << "what the warp wrote itself is undone";
  EXPECT_EQ(word(1, 2), 7u) << "and what another one wrote is there";
  word(0, 2) = 7;
  EXPECT_EQ(end(), RegionNext::GoOn);
  EXPECT_EQ(staleWord(2), 7u);
  EXPECT_EQ(word(2, 2), 7u);
  EXPECT_EQ(blockOf(thread).regions, 1u);
  EXPECT_EQ(blockOf(thread).passes, 2u);
}

TEST_F(RegionTest, WhatChangedNothingIsNotRepeated) {
  enter();
  word(0, 2) = 102;
  EXPECT_EQ(end(), RegionNext::GoOn);
  EXPECT_EQ(blockOf(thread).regions, 1u);
  EXPECT_EQ(blockOf(thread).passes, 1u);
}

/// The places of the union and of what regions start from change with each.
TEST_F(RegionTest, RegionsStartFromWhatTheOnesBeforeLeft) {
  enter();
  for (uint32_t region = 0; region < 5; ++region) {
    const uint32_t value = 7 + region / 2; // some change nothing
    word(region % CopyCount, 2) = value;
    if (end() == RegionNext::Repeat) {
      EXPECT_EQ(word((region + 1) % CopyCount, 2), value);
      word(region % CopyCount, 2) = value;
      EXPECT_EQ(end(), RegionNext::GoOn);
    }
    EXPECT_EQ(staleWord(2), value);
    for (uint32_t copy = 0; copy < CopyCount; ++copy) {
      EXPECT_EQ(word(copy, 2), value);
      EXPECT_EQ(word(copy, 3), 103u);
    }
  }
  EXPECT_EQ(blockOf(thread).regions, 5u);
  EXPECT_EQ(blockOf(thread).passes, 8u);
}

/// A third pass has left other values than the union.
TEST_F(RegionTest, WhatARecordedPassLeavesIsTheUnion) {
  enter();
  word(0, 2) = 7;
  word(1, 2) = 8;
  EXPECT_EQ(end(), RegionNext::Record);
  word(2, 4) = 9;
  EXPECT_EQ(end(), RegionNext::GoOn);
  for (uint32_t copy = 0; copy < CopyCount; ++copy) {
    EXPECT_EQ(word(copy, 2), staleWord(2));
    EXPECT_EQ(word(copy, 4), staleWord(4));
  }
}

TEST_F(RegionTest, SecondPassesLeaveDirectStoresOut) {
  constexpr uint32_t Direct = 2u << AccessRootShift | AccessGlobal;
  launch.directRoots = 2;
  uint32_t memory = 0;
  enter();
  EXPECT_EQ(__warpsan_redirect_store(&thread, &memory, 4, Direct), &memory);
  word(0, 2) = 7;
  EXPECT_EQ(end(), RegionNext::Repeat);
  EXPECT_EQ(reinterpret_cast<uint64_t>(__warpsan_redirect_store(&thread, &memory, 4, Direct)),
            marginOf(thread));
  EXPECT_EQ(end(1), RegionNext::Record) << "it may have stored something else";
  EXPECT_EQ(__warpsan_redirect_store(&thread, &memory, 4, Direct), &memory);
}

/// What one that found no line of its warp may skip.
TEST_F(RegionTest, LoadsAskForLinesWhereThereAreSome) {
  launch.directRoots = 1;
  uint32_t memory = 5, room = 0;
  const auto load = [&] {
    return __warpsan_redirect_load(&thread, &memory, 4, AccessGlobal, &room,
                                   __warpsan_region_lines(&thread));
  };
  enter();
  EXPECT_EQ(load(), &memory);
  *static_cast<uint32_t *>(__warpsan_redirect_store(&thread, &memory, 4, AccessGlobal)) = 6;
  EXPECT_EQ(load(), &room);
  EXPECT_EQ(room, 6u);
  EXPECT_EQ(end(), RegionNext::Repeat);
  EXPECT_NE(*static_cast<uint32_t *>(__warpsan_region_lines(&thread)), 0u);
}

TEST_F(RegionTest, NobodyTouchesOriginalsBeforeTheRegionIsOver) {
  enter();
  word(0, 2) = 7;
  EXPECT_TRUE(areOriginals(100));
  end();
  EXPECT_TRUE(areOriginals(100));
  word(0, 2) = 7;
  EXPECT_TRUE(areOriginals(100));
}

/// Whatever a thread or a sweep took from them would show.
TEST_F(RegionTest, PoisonedOriginalsHoldThePatternThroughout) {
  launch.flags |= abi::LaunchPoison;
  enter();
  for (int region = 0; region < 2; ++region) {
    EXPECT_TRUE(areOriginals(PoisonWord));
    EXPECT_EQ(word(1, 3), 103u);
    word(0, 2) = 7 + region;
    EXPECT_EQ(end(), RegionNext::Repeat);
    word(0, 2) = 7 + region;
    EXPECT_EQ(end(), RegionNext::GoOn);
    EXPECT_EQ(word(2, 2), 7u + region);
  }
  EXPECT_TRUE(areOriginals(PoisonWord));
}

TEST_F(RegionTest, RoundsStartFromTheRegionsState) {
  launch.rounds = 2;
  enter();
  for (uint32_t round = 0; round < 2; ++round) {
    EXPECT_EQ(thread.round, round);
    EXPECT_EQ(passOf(thread), RegionPass::First);
    EXPECT_EQ(word(0, 2), 102u);
    EXPECT_EQ(word(1, 2), 102u);
    word(0, 2) = 7;
    EXPECT_EQ(end(), RegionNext::Repeat);
    word(0, 2) = 7;
    EXPECT_EQ(end(), round == 0 ? RegionNext::Repeat : RegionNext::GoOn);
  }
  EXPECT_EQ(staleWord(2), 7u);
  EXPECT_EQ(thread.round, 0u);
  EXPECT_EQ(blockOf(thread).passes, 4u);
}

TEST_F(RegionTest, TheFirstRacingRoundIsTheLast) {
  launch.rounds = 3;
  enter();
  end();
  EXPECT_EQ(end(), RegionNext::Repeat);
  word(0, 2) = 7;
  word(1, 2) = 8;
  EXPECT_EQ(end(), RegionNext::Record);
  EXPECT_EQ(word(0, 2), 102u);
  EXPECT_EQ(end(), RegionNext::GoOn);
  EXPECT_EQ(thread.round, 0u);
  EXPECT_EQ(blockOf(thread).passes, 3u);
}

TEST_F(RegionTest, CopiesFollowTheDigitsOfTheMember) {
  launch.flags |= abi::LaunchLanes;
  enter();
  test::threadIndex.x = 5;
  const auto copy = [&] {
    return (thread.copy - layoutOf(thread).copies) / copyStride(launch.copyBytes);
  };
  useCopy(thread, 0);
  EXPECT_EQ(copy(), 2u);
  useCopy(thread, 1);
  EXPECT_EQ(copy(), 1u);
  blockOf(thread).layout.flags = 0;
  useCopy(thread, 0);
  EXPECT_EQ(copy(), 0u) << "of its warp";
}

/// Another lane stored to the same place with the same instruction.
TEST_F(RegionTest, AValueThatIsLostIsAConflict) {
  enter();
  const uint32_t mine = 0, elsewhere = Words;
  __warpsan_region_stored(&thread, &word(0, mine), 0);
  __warpsan_region_stored(&thread, &word(0, elsewhere), 1);
  EXPECT_EQ(end(), RegionNext::GoOn);
  __warpsan_region_stored(&thread, &word(0, mine), 1);
  EXPECT_EQ(end(), RegionNext::Record);
}

/// Each of them with its own numbers.
TEST_F(RegionTest, TheLastBlockOfALaunchTellsTheHost) {
  struct {
    RegionTotals totals;
    uint64_t slots;
  } pool{};
  abi::Counters counters{};
  launch.regionSlots = reinterpret_cast<uint64_t>(&pool.slots);
  launch.counters = reinterpret_cast<uint64_t>(&counters);
  test::gridSize = {2, 1, 1};
  for (uint64_t launches = 1; launches <= 2; ++launches) {
    enter();
    end();
    addCounts(thread);
    EXPECT_EQ(counters.regions, 3 * (launches - 1));
    end();
    addCounts(thread);
    EXPECT_EQ(counters.regions, 3 * launches);
    EXPECT_EQ(counters.passes, 3 * launches);
  }
  test::gridSize = {1, 1, 1};
}

//===--- Global memory -------------------------------------------------------===//

/// What a program would find in memory itself, whoever looks at it meanwhile.
class GlobalRegionTest : public RegionTest {
protected:
  void SetUp() override {
    RegionTest::SetUp();
    for (uint32_t i = 0; i < Words; ++i)
      memory[i] = 100 + i;
    range.base = reinterpret_cast<uint64_t>(memory);
    range.size = sizeof memory;
    launch.ranges = reinterpret_cast<uint64_t>(&range);
    launch.rangeCount = 1;
  }
  uint32_t *place(uint32_t i) {
    return static_cast<uint32_t *>(
        __warpsan_redirect_store(&thread, &memory[i], sizeof *memory, AccessGlobal));
  }
  /// Of the word that changes, as the thread sees it.
  uint32_t load() {
    uint32_t room;
    return *static_cast<const volatile uint32_t *>(__warpsan_redirect_load(
        &thread, &memory[2], sizeof *memory, AccessGlobal, &room, __warpsan_region_lines(&thread)));
  }
  RegionNext pass(uint32_t value) {
    *place(2) = value;
    EXPECT_EQ(load(), value);
    EXPECT_TRUE(isAsBefore());
    return end();
  }
  bool isAsBefore() const {
    for (uint32_t i = 0; i < Words; ++i)
      if (memory[i] != 100 + i)
        return false;
    return true;
  }

  abi::Range range{};
  alignas(WriteLineBytes) uint32_t memory[Words];
};

TEST_F(GlobalRegionTest, MemoryChangesWhenTheRegionIsOver) {
  enter();
  EXPECT_EQ(pass(7), RegionNext::Repeat);
  EXPECT_TRUE(isAsBefore());
  EXPECT_EQ(load(), 102u) << "what the warp wrote itself is undone";
  EXPECT_EQ(pass(7), RegionNext::GoOn);
  EXPECT_EQ(memory[2], 7u);
}

TEST_F(GlobalRegionTest, NorDoesARecordedPassTouchIt) {
  enter();
  EXPECT_EQ(pass(7), RegionNext::Repeat);
  EXPECT_EQ(pass(8), RegionNext::Record);
  EXPECT_TRUE(isAsBefore());
  EXPECT_EQ(pass(7), RegionNext::GoOn);
  EXPECT_EQ(memory[2], 7u);
}

/// A grid of one block.
class GridPassTest : public GlobalRegionTest {
protected:
  void SetUp() override {
    GlobalRegionTest::SetUp();
    table.resize(gridBytes(Lines) / sizeof table[0]);
    launch.gridState = reinterpret_cast<uint64_t>(table.data());
    launch.gridLines = Lines;
    launch.counters = reinterpret_cast<uint64_t>(&counters);
  }
  /// Of the block, which has one region.
  void run(GridPass grid, uint32_t value) {
    launch.gridPass = uint32_t(grid);
    if (sweepGrid(thread))
      return;
    enter();
    while (pass(value) != RegionNext::GoOn)
      ;
  }

  std::vector<uint64_t> table;
  abi::Counters counters{};
};

TEST_F(GridPassTest, MemoryStaysAsItIsThroughoutALaunch) {
  for (const GridPass grid : PassesOfLd) {
    run(grid, grid == GridPass::Second ? 8 : 7);
    EXPECT_TRUE(isAsBefore()) << "pass " << uint32_t(grid);
  }
  EXPECT_EQ(counters.grids, 1u);
  EXPECT_EQ(counters.givenUpGrids, 1u) << "the passes differ, and nothing was recorded";
}

TEST_F(GridPassTest, DetWritesInOneSweep) {
  launch.flags |= abi::LaunchOnce;
  for (const GridPass grid : {GridPass::First, GridPass::Merge}) {
    run(grid, 7);
    EXPECT_TRUE(isAsBefore()) << "pass " << uint32_t(grid);
  }
  run(GridPass::Write, 7);
  EXPECT_EQ(memory[2], 7u);
}

//===--- Mode det -------------------------------------------------------------===//

class OnceTest : public RegionTest {
protected:
  void SetUp() override {
    RegionTest::SetUp();
    launch.flags |= abi::LaunchOnce;
  }
  void write(uint32_t copy, uint32_t i, uint32_t value, uint32_t bytes = ~0u) {
    word(copy, i) = pickBytes(bytes, value, word(copy, i));
    wordIn(copies().marks(copy, pieceOf(i)), i) |= bytes;
  }
  WriteLine &line(uint32_t owner, uint64_t address) {
    note(blockOf(thread).hasLines[FirstBuffer]);
    return *makeLine(bufferOf(thread, FirstBuffer), address, owner);
  }
};

TEST_F(OnceTest, SharedMemoryStartsEmpty) {
  enter();
  EXPECT_EQ(word(1, 3), 0u);
  EXPECT_EQ(original[3], 0u);
}

TEST_F(OnceTest, TheLastWriterOfEachByteCounts) {
  enter();
  write(2, 4, 0x22222222u, 0xffffu);
  write(0, 4, 0x11111111u);
  write(1, 4, 0x33333333u, 0xffu);
  EXPECT_EQ(end(), RegionNext::GoOn);
  EXPECT_EQ(original[4], 0x11112222u);
  EXPECT_EQ(word(1, 4), 0x11112222u);
  EXPECT_EQ(blockOf(thread).regions, 1u);
  EXPECT_EQ(blockOf(thread).givenUp, 0u);
}

TEST_F(OnceTest, AValueThatWasThereIsWritten) {
  enter();
  write(0, 4, 0x100u);
  write(1, 4, 0x001u);
  end();
  EXPECT_EQ(original[4], 1u) << "and no mixture of both";
  write(0, 4, 7u);
  write(1, 4, 1u);
  end();
  EXPECT_EQ(original[4], 1u);
}

TEST_F(OnceTest, LostValuesOfLanesGiveTheRegionUp) {
  enter();
  __warpsan_region_stored(&thread, &word(0, 0), 1);
  EXPECT_EQ(end(), RegionNext::GoOn);
  EXPECT_EQ(blockOf(thread).givenUp, 1u);
  EXPECT_TRUE(kernelFlags & 1u << uint32_t(abi::Reason::RegionGivenUp));
  EXPECT_EQ(end(), RegionNext::GoOn);
  EXPECT_EQ(blockOf(thread).regions, 1u);
}

TEST_F(OnceTest, LinesOfTheLastOwnerCount) {
  alignas(WriteLineBytes) uint8_t memory[WriteLineBytes] = {};
  const auto address = reinterpret_cast<uint64_t>(memory);
  enter();
  for (const uint32_t owner : {3u, 1u}) {
    WriteLine &own = line(owner, address);
    own.mask = owner == 1 ? 7u : 3u;
    for (uint8_t &byte : own.bytes)
      byte = uint8_t(owner);
  }
  EXPECT_EQ(end(), RegionNext::GoOn);
  EXPECT_EQ(memory[0], 3u);
  EXPECT_EQ(memory[1], 3u);
  EXPECT_EQ(memory[2], 1u);
  EXPECT_EQ(memory[3], 0u);
}

TEST_F(OnceTest, WithoutOrderThereIsNoUnion) {
  launch.flags |= abi::LaunchAnyOrder;
  alignas(WriteLineBytes) uint8_t memory[WriteLineBytes] = {};
  enter();
  WriteLine &own = line(2, reinterpret_cast<uint64_t>(memory));
  own.mask = 2u;
  own.bytes[1] = 9;
  EXPECT_EQ(end(), RegionNext::GoOn);
  EXPECT_EQ(memory[1], 9u);
  EXPECT_EQ(loadRelaxed(&unionBuffer(thread).head->used), 0u);
}

/// Only stores to the thread's copy have marks.
TEST_F(OnceTest, MarksLieBesideCopies) {
  enter();
  uint64_t room = 0;
  const void *mark = __warpsan_redirect_mark(&thread, &word(0, 3), &room);
  EXPECT_EQ(mark, &copies().marks(0, 0).word[3]);
  EXPECT_EQ(__warpsan_redirect_mark(&thread, &original[3], &room), &room);
}

} // namespace
} // namespace warpsan::device
