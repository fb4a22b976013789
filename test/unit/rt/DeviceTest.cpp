//===- DeviceTest.cpp - The device runtime, one thread at a time -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/rt/HostDevice.h"
#include "warpsan/module_info.h"
#include <algorithm>
#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sys/mman.h>
#include <tuple>
#include <vector>

namespace warpsan::test {

extern uint32_t sharedBase;
extern bool startsCleared;
extern bool isOfWarp;
extern const void *heldMemory;
extern const void *freeMemory;

namespace {

using namespace device;

using abi::Counter;
using abi::Reason;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr uint32_t Sites = 8;
constexpr CellLayout Layout = {12, 6, 4, 4, 10, 8, 8, 0};

/// One launch over one array and one block-shared array, both of 16 words.
class DeviceTest : public ::testing::Test {
protected:
  static constexpr uint32_t Words = 16;

  DeviceTest() {
    range = {reinterpret_cast<uint64_t>(global),
             sizeof global,
             cellsAt(wordCells),
             cellsAt(byteCells),
             0,
             0,
             0};
    record.version = abi::Version;
    record.epoch = 3;
    record.launch = 7;
    record.globalLayout = record.sharedLayout = Layout;
    record.ranges = reinterpret_cast<uint64_t>(&range);
    record.rangeCount = 1;
    record.recordCapacity = uint32_t(records.size());
    record.records = reinterpret_cast<uint64_t>(records.data());
    record.recordKeys = reinterpret_cast<uint64_t>(keys.data());
    record.recordCounts = reinterpret_cast<uint64_t>(counts.data());
    record.counters = reinterpret_cast<uint64_t>(&counters);
    record.wildLaunch = reinterpret_cast<uint64_t>(&wildLaunch);
    record.kernelCounters = reinterpret_cast<uint64_t>(&kernelCounters);
    record.siteFlags = reinterpret_cast<uint64_t>(siteFlags);
    record.kernelFlags = reinterpret_cast<uint64_t>(&kernelFlags);
    gridSize = {4, 1, 1};
    blockSize = {64, 1, 1};
    activeLanes = votes = ~0u;
    isOfWarp = otherLanesVote = startsCleared = false;
    barriers = 0;
    heldMemory = freeMemory = nullptr;
    sharedWindow = reinterpret_cast<char *>(shared);
    sharedWindowBytes = sizeof shared;
    sharedBase = uint32_t(reinterpret_cast<uint64_t>(shared));
    localWindow = reinterpret_cast<char *>(local);
    localWindowBytes = sizeof local;
  }

  void useSharedSlots(uint32_t count) {
    slots.assign(count, {});
    blockSlots.assign(4, 0);
    record.sharedWords = Words;
    record.slotStride = Words * 5 * sizeof(Cell);
    slotCells.assign(count * Words * 5, 0);
    record.slots = reinterpret_cast<uint64_t>(slots.data());
    record.blockSlots = reinterpret_cast<uint64_t>(blockSlots.data());
    record.slotCells = cellsAt(slotCells);
    record.slotCount = count;
  }

  /// Enters a thread of the launch.
  ThreadContext enter(uint32_t block, uint32_t thread) {
    ThreadContext context;
    become(block, thread);
    __warpsan_kernel_enter(&context, &record);
    return context;
  }

  void become(uint32_t block, uint32_t thread) {
    blockIndex = {block, 0, 0};
    threadIndex = {thread, 0, 0};
  }

  void access(ThreadContext &context, void *address, uint64_t size, uint32_t site, AccessClass kind,
              uint64_t value = 0, uint32_t flags = 0) {
    become(uint32_t(context.thread >> Layout.threadInBlock), context.thread & 63);
    __warpsan_access(&context, address, size, site, uint32_t(kind), value, flags);
  }
  void read(ThreadContext &context, void *address, uint64_t size, uint32_t site) {
    access(context, address, size, site, AccessClass::Read);
  }
  void write(ThreadContext &context, void *address, uint64_t size, uint32_t site) {
    access(context, address, size, site, AccessClass::Write);
  }

  std::vector<abi::RaceRecord> races() const {
    std::vector<abi::RaceRecord> found;
    for (const abi::RaceRecord &each : records)
      if (each.complete)
        found.push_back(each);
    return found;
  }
  uint64_t dynamicRaces() const {
    uint64_t sum = 0;
    for (const uint64_t each : counts)
      sum += each;
    return sum;
  }
  /// Counters that are not zero.
  std::map<abi::Counter, uint64_t> counted() const {
    std::map<abi::Counter, uint64_t> found;
    for (unsigned i = 0; i < unsigned(abi::Counter::Count); ++i)
      if (kernelCounters.values[i])
        found[abi::Counter(i)] = kernelCounters.values[i];
    return found;
  }
  static bool has(uint32_t flags, Reason reason) { return flags >> unsigned(reason) & 1; }
  static uint64_t cellsAt(std::vector<Cell> &cells) {
    return reinterpret_cast<uint64_t>(cells.data());
  }

  alignas(8) uint32_t global[Words] = {};
  alignas(8) uint32_t shared[Words] = {};
  alignas(8) uint32_t local[Words] = {};
  std::vector<Cell> wordCells = std::vector<Cell>(Words);
  std::vector<Cell> byteCells = std::vector<Cell>(Words * 4);
  std::vector<Cell> slotCells;
  std::vector<abi::SharedSlot> slots;
  std::vector<uint64_t> blockSlots;
  std::vector<abi::RaceRecord> records = std::vector<abi::RaceRecord>(64);
  std::vector<uint64_t> keys = std::vector<uint64_t>(64);
  std::vector<uint64_t> counts = std::vector<uint64_t>(64);
  abi::Counters counters{};
  uint32_t wildLaunch = 0;
  abi::KernelCounters kernelCounters{};
  uint32_t siteFlags[Sites] = {};
  uint32_t kernelFlags = 0;
  abi::Range range{};
  abi::LaunchRecord record{};
};

TEST_F(DeviceTest, FirstThreadTellsPlaces) {
  uint32_t places[2] = {};
  record.sharedPlaces = reinterpret_cast<uint64_t>(places);
  ThreadContext second = enter(0, 1), first = enter(0, 0);
  __warpsan_shared_place(&second, &shared[4], 1);
  EXPECT_THAT(places, ElementsAre(0, 0));
  __warpsan_shared_place(&first, &shared[4], 1);
  __warpsan_shared_place(&first, &shared[4], 1);
  EXPECT_THAT(places, ElementsAre(0, uint32_t(reinterpret_cast<uint64_t>(&shared[4]) -
                                              reinterpret_cast<uint64_t>(shared) + 1)));
  __warpsan_shared_place(&first, &shared[5], 1);
  EXPECT_THAT(places, ElementsAre(0, abi::ManyPlaces));
}

TEST_F(DeviceTest, BlocksOutsideTheSampleAreNotChecked) {
  gridSize = {16, 1, 1};
  for (uint32_t flags : {0u, uint32_t(abi::LaunchQuick)}) {
    ++record.epoch;
    record.flags = flags | abi::LaunchSampled;
    record.sampleStride = 2;
    record.sampleFirst = 1;
    const uint64_t before = dynamicRaces();
    ThreadContext inside = enter(5, 1), outside = enter(2, 1), other = enter(6, 1);
    write(inside, &global[2], 4, 1);
    write(outside, &global[2], 4, 2);
    EXPECT_EQ(dynamicRaces(), before);
    write(other, &global[2], 4, 3);
    EXPECT_EQ(dynamicRaces(), before + 1);
  }
}

/// shadow=cached over 64 words: 4 cells, so word 0 shares its cell with word 4.
class CachedDeviceTest : public DeviceTest {
protected:
  CachedDeviceTest() {
    range = {reinterpret_cast<uint64_t>(large),
             sizeof large,
             0,
             cellsAt(byteCells),
             0,
             cellsAt(wordCells),
             0};
    record.globalLayout.blockClock -= TagBits;
    record.cacheMisses = reinterpret_cast<uint64_t>(&misses);
  }
  bool missed() const { return has(kernelFlags, Reason::CacheMiss); }

  alignas(8) uint32_t large[64] = {};
  uint64_t misses = 0;
};

TEST_F(CachedDeviceTest, WordsThatFitLoseNothing) {
  ThreadContext first = enter(1, 5), second = enter(2, 40);
  for (unsigned word = 2; word < 6; ++word)
    write(first, &large[word], 4, 1);
  for (unsigned word = 2; word < 6; ++word)
    read(second, &large[word], 4, 2);
  EXPECT_EQ(dynamicRaces(), 4u);
  EXPECT_EQ(races()[0].site, 2u);
  EXPECT_EQ(races()[0].previousSite, 1u);
  EXPECT_EQ(races()[0].previousThread, 5u);
  EXPECT_EQ(misses, 0u);
  EXPECT_FALSE(missed());
}

TEST_F(CachedDeviceTest, AnotherWordTakesTheCellAndIsNoRace) {
  ThreadContext first = enter(1, 5), second = enter(2, 40);
  write(first, &large[0], 4, 1);
  write(second, &large[4], 4, 2);
  EXPECT_EQ(misses, 1u);
  EXPECT_TRUE(missed());
  write(second, &large[0], 4, 3);
  EXPECT_EQ(misses, 2u);
  EXPECT_EQ(dynamicRaces(), 0u);
  write(first, &large[0], 4, 1);
  EXPECT_EQ(dynamicRaces(), 1u);
  EXPECT_EQ(misses, 2u);
}

TEST_F(CachedDeviceTest, CellOfAnEarlierLaunchIsNoLoss) {
  ThreadContext first = enter(1, 5);
  write(first, &large[0], 4, 1);
  ++record.epoch;
  write(first, &large[60], 4, 1);
  EXPECT_EQ(misses, 0u);
}

TEST_F(CachedDeviceTest, BytesShareCellsToo) {
  ThreadContext first = enter(1, 5), second = enter(2, 40);
  auto *bytes = reinterpret_cast<char *>(large);
  write(first, bytes + 1, 1, 1);
  write(second, bytes + 2, 1, 2);
  EXPECT_EQ(dynamicRaces(), 0u);
  EXPECT_EQ(misses, 0u);
  read(second, &large[0], 4, 3);
  EXPECT_EQ(dynamicRaces(), 1u);
  write(second, bytes + 17, 1, 2);
  EXPECT_EQ(dynamicRaces(), 1u);
  EXPECT_EQ(misses, 2u); // its word's cell, and the byte's
}

TEST_F(CachedDeviceTest, MallocForgetsItsOwnWordsOnly) {
  ThreadContext first = enter(1, 5), second = enter(2, 40);
  for (const unsigned word : {4u, 5u})
    write(first, &large[word], 4, 1);
  forgetCells(record, range, 0, 4 * sizeof(uint32_t));
  forgetCells(record, range, 5 * sizeof(uint32_t), 6 * sizeof(uint32_t));
  for (const unsigned word : {4u, 5u})
    write(second, &large[word], 4, 2);
  ASSERT_EQ(dynamicRaces(), 1u);
  EXPECT_EQ(races()[0].address, reinterpret_cast<uint64_t>(&large[4]));
}

TEST_F(CachedDeviceTest, NoCellsAreSaid) {
  range.cachedCells = 0;
  ThreadContext first = enter(1, 5);
  write(first, &large[0], 4, 1);
  EXPECT_TRUE(has(siteFlags[1], Reason::ShadowMemory));
}

/// LaunchLines over three lines and a half.
class LineDeviceTest : public DeviceTest {
protected:
  static constexpr unsigned LargeWords = 112;
  using Warp = std::vector<ThreadContext>;

  LineDeviceTest() {
    const uint64_t base = reinterpret_cast<uint64_t>(large);
    const uint64_t lines = cellsAt(lineCells) - base / LineBytes * sizeof(Cell);
    wordCells.assign(LargeWords, 0);
    byteCells.assign(LargeWords * 4, 0);
    range = {base, sizeof large, cellsAt(wordCells), cellsAt(byteCells), 0, 0, lines};
    record.flags = abi::LaunchQuick | abi::LaunchLines;
    record.lineRanges[0] = {
        {base, sizeof large, cellsAt(wordCells) - 2 * base, cellsAt(byteCells) - 8 * base}, lines};
  }

  Warp enterWarp(uint32_t block, uint32_t warp = 0) {
    Warp lanes;
    for (uint32_t lane = 0; lane < WarpLanes; ++lane)
      lanes.push_back(enter(block, warp * WarpLanes + lane));
    return lanes;
  }
  /// All lanes at once, from the word on.
  void row(Warp &lanes, unsigned word, uint32_t site, AccessClass kind, uint32_t size = 4) {
    isOfWarp = true;
    for (uint32_t lane = 0; lane < WarpLanes; ++lane)
      access(lanes[lane], reinterpret_cast<char *>(large + word) + lane * size, size, site, kind, 0,
             AccessGlobal | AccessAligned | AccessInRow | AccessWithLines);
    isOfWarp = false;
  }
  void alone(ThreadContext &context, void *address, uint32_t site, AccessClass kind,
             uint32_t size = 4) {
    access(context, address, size, site, kind, 0, AccessGlobal | AccessAligned | AccessWithLines);
  }
  static void meet(std::initializer_list<Warp *> warps) {
    for (Warp *warp : warps)
      for (ThreadContext &lane : *warp)
        __warpsan_block_barrier(&lane);
  }
  bool hasLine(unsigned line) const { return stateOf(lineCells[line]) != 0; }
  bool isFrozenLine(unsigned line) const { return isFrozen(record.epoch, lineCells[line]); }

  static constexpr AccessClass Read = AccessClass::Read, Write = AccessClass::Write;
  alignas(LineBytes) uint32_t large[LargeWords] = {};
  std::vector<Cell> lineCells = std::vector<Cell>(4);
};

TEST_F(LineDeviceTest, RowIsOneCell) {
  Warp warp = enterWarp(1);
  row(warp, 32, 1, Write);
  EXPECT_THAT(wordCells, Each(Cell(0)));
  EXPECT_TRUE(hasLine(1));
  EXPECT_FALSE(hasLine(0) || hasLine(2) || isFrozenLine(1));
  row(warp, 32, 2, Read);
  EXPECT_TRUE(races().empty());
}

TEST_F(LineDeviceTest, WideRowsAreSeveralLines) {
  Warp warp = enterWarp(1);
  row(warp, 32, 1, Write, 8);
  EXPECT_TRUE(hasLine(1) && hasLine(2));
  EXPECT_THAT(wordCells, Each(Cell(0)));
  ThreadContext other = enter(2, 3);
  alone(other, &large[64 + 5], 2, Read);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].previousThread, 16u + 2); // the second line starts with lane 16
}

TEST_F(LineDeviceTest, RowsOfTwoBlocksRaceLaneByLane) {
  Warp first = enterWarp(1), second = enterWarp(2, 1);
  row(first, 0, 1, Write);
  row(second, 0, 2, Read);
  EXPECT_EQ(dynamicRaces(), 32u);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].previousThread, races()[0].thread - 32);
  EXPECT_EQ(races()[0].relation, uint8_t(Relation::Grid));
}

TEST_F(LineDeviceTest, BarrierOrdersRowsOfTheBlock) {
  Warp first = enterWarp(1), second = enterWarp(1, 1);
  row(first, 0, 1, Write);
  meet({&first, &second});
  row(second, 0, 2, Write, 8);
  meet({&first, &second});
  row(first, 0, 3, Read);
  EXPECT_TRUE(races().empty());
  EXPECT_THAT(wordCells, Each(Cell(0)));
}

TEST_F(LineDeviceTest, LoneAccessFreezesTheLineAndGoesByWord) {
  Warp warp = enterWarp(1);
  ThreadContext other = enter(2, 3);
  alone(other, &large[5], 1, Write);
  EXPECT_TRUE(isFrozenLine(0));
  row(warp, 0, 2, Read);
  EXPECT_EQ(dynamicRaces(), 1u);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].thread, 5u);
  // That row's history is that of its words.
  alone(other, &large[7], 3, Write);
  EXPECT_EQ(dynamicRaces(), 2u);
}

TEST_F(LineDeviceTest, RowsOfOneWarpThatLieOtherwiseGoByWord) {
  Warp warp = enterWarp(1);
  row(warp, 0, 1, Write);
  row(warp, 0, 2, Write, 8);
  // Lanes 0 and 1 of the first row wrote what lane 0 has now; word 0 is its own.
  EXPECT_EQ(races().size(), 1u);
  EXPECT_EQ(dynamicRaces(), 16u); // lanes behind 15 are in a line of their own
  EXPECT_TRUE(isFrozenLine(0));
  EXPECT_TRUE(hasLine(1) && !isFrozenLine(1));
}

TEST_F(LineDeviceTest, AccessThatChangesNothingFreezesNothing) {
  Warp first = enterWarp(1), second = enterWarp(2);
  row(first, 0, 1, Read);
  row(second, 0, 1, Read);
  ThreadContext other = enter(3, 7);
  alone(other, &large[3], 2, Read);
  EXPECT_FALSE(isFrozenLine(0));
  alone(other, &large[3], 3, Write);
  EXPECT_TRUE(isFrozenLine(0));
  EXPECT_EQ(dynamicRaces(), 1u);
}

TEST_F(LineDeviceTest, BytesBehindARow) {
  Warp warp = enterWarp(1);
  row(warp, 0, 1, Write);
  meet({&warp});
  alone(warp[9], reinterpret_cast<char *>(large) + 2, 2, Write, 1);
  EXPECT_TRUE(races().empty());
  ThreadContext other = enter(2, 3);
  alone(other, reinterpret_cast<char *>(large) + 3, 3, Read, 1);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].previousSite, 1u);
  alone(other, reinterpret_cast<char *>(large) + 2, 4, Write, 1);
  EXPECT_EQ(dynamicRaces(), 2u);
}

TEST_F(LineDeviceTest, NoRowsWithGroupsOrAcrossTheEndOrAstride) {
  Warp warp = enterWarp(1);
  row(warp, 96, 1, Write, 4); // half of it is outside
  row(warp, 33, 1, Write);    // not a line
  EXPECT_FALSE(hasLine(1) || hasLine(2) || hasLine(3));
  for (ThreadContext &lane : warp)
    lane.groupMask = 0xffff;
  row(warp, 0, 1, Write);
  EXPECT_FALSE(hasLine(0));
  EXPECT_TRUE(isFrozenLine(0));
}

/// Code without rows, which a kernel with rows may call, has no quick path here.
TEST_F(LineDeviceTest, SlowPathKnowsLines) {
  Warp warp = enterWarp(1);
  row(warp, 0, 1, Write);
  ThreadContext other = enter(2, 3);
  read(other, &large[5], 4, 2);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].previousThread, 5u);
  EXPECT_TRUE(isFrozenLine(0));
  write(other, &large[33], 4, 3);
  EXPECT_TRUE(isFrozenLine(1));
  row(warp, 32, 4, Write);
  EXPECT_EQ(dynamicRaces(), 2u);
}

TEST_F(LineDeviceTest, OtherLaunchesKnowNoLines) {
  Warp warp = enterWarp(1);
  record.flags = abi::LaunchQuick;
  record.nearRanges[0] = record.lineRanges[0].words;
  row(warp, 0, 1, Write);
  ThreadContext other = enter(2, 3);
  write(other, &large[5], 4, 2);
  EXPECT_EQ(dynamicRaces(), 1u);
  EXPECT_THAT(lineCells, Each(Cell(0)));
}

/// A launch with or without lines, whose accesses say whether they race.
class LineWorld : public LineDeviceTest {
public:
  explicit LineWorld(bool withLines) {
    if (!withLines) {
      record.flags = abi::LaunchQuick;
      record.nearRanges[0] = record.lineRanges[0].words;
    }
    for (uint32_t warp = 0; warp < 4; ++warp)
      warps.push_back(enterWarp(1 + warp / 2, warp % 2));
  }
  void TestBody() override {}

  struct Access {
    unsigned warp, lane, byte, size;
    AccessClass kind;
    bool isInRow;
  };
  bool races(const Access &each) {
    const uint64_t before = dynamicRaces();
    isOfWarp = each.isInRow;
    access(warps[each.warp][each.lane], reinterpret_cast<char *>(large) + each.byte, each.size, 1,
           each.kind, 0,
           AccessGlobal | AccessAligned | AccessWithLines | (each.isInRow ? AccessInRow : 0));
    isOfWarp = false;
    return dynamicRaces() != before;
  }
  void meet(unsigned block) { LineDeviceTest::meet({&warps[2 * block], &warps[2 * block + 1]}); }
  bool usesLines() const { return hasLine(0) || hasLine(1) || hasLine(2); }

private:
  std::vector<Warp> warps;
};

/// The same accesses in both: a word's first race is met by the same one.
class LineStory {
public:
  explicit LineStory(unsigned seed) : random(seed) {}

  void run() {
    for (unsigned event = 0; event < 60; ++event) {
      const unsigned choice = pick(12);
      if (choice < 4)
        meet(pick(2));
      else if (choice == 4)
        lone();
      else
        row();
    }
  }
  bool usesLines() const { return lines.usesLines(); }
  size_t racyBytes() const { return racy.size(); }

private:
  unsigned pick(unsigned count) { return unsigned(random() % count); }
  void meet(unsigned block) {
    lines.meet(block);
    words.meet(block);
  }
  AccessClass kind() {
    constexpr AccessClass Kinds[] = {AccessClass::Read, AccessClass::Read, AccessClass::Write,
                                     AccessClass::UpdateDevice};
    return Kinds[pick(4)];
  }

  void lone() {
    const unsigned size = 1u << pick(5);
    enter({pick(4), pick(WarpLanes), pick(112 * 4 / size) * size, size, kind(), false});
  }
  void row() {
    const unsigned size = 4u << pick(3), warp = pick(4);
    const unsigned first = size == 16 ? 0 : (pick(4) ? pick(2) * LineBytes : size);
    const AccessClass made = kind();
    for (unsigned lane = 0; lane < WarpLanes && first + lane * size + size <= 112 * 4; ++lane)
      enter({warp, lane, first + lane * size, size, made, size < 16});
  }

  void enter(const LineWorld::Access &access) {
    const bool expected = words.races(access), race = lines.races(access);
    bool wasRacy = false;
    for (unsigned byte = access.byte; byte < access.byte + access.size; ++byte)
      wasRacy |= racy.count(byte) != 0;
    if (!wasRacy)
      EXPECT_EQ(race, expected) << "byte " << access.byte;
    for (unsigned byte = access.byte; byte < access.byte + access.size; ++byte)
      if (expected || race)
        racy.insert(byte);
  }

  std::minstd_rand random;
  LineWorld lines{true}, words{false};
  std::set<unsigned> racy;
};

TEST(LineDevice, AgreesWithWords) {
  unsigned withLines = 0, withRaces = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    LineStory story(seed);
    story.run();
    withLines += story.usesLines();
    withRaces += story.racyBytes() != 0;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(withLines, 200u);
  EXPECT_GT(withRaces, 300u);
}

TEST_F(DeviceTest, RecordNamesBothThreads) {
  ThreadContext first = enter(1, 5);
  ThreadContext second = enter(2, 40);
  write(first, &global[3], 4, 1);
  read(second, &global[3], 4, 2);
  ASSERT_EQ(races().size(), 1u);
  const abi::RaceRecord race = races()[0];
  EXPECT_EQ(race.launch, 7u);
  EXPECT_EQ(race.site, 2u);
  EXPECT_EQ(race.previousSite, 1u);
  EXPECT_EQ(race.address, reinterpret_cast<uint64_t>(&global[3]));
  EXPECT_EQ(race.space, uint8_t(abi::Space::Global));
  EXPECT_EQ(race.relation, uint8_t(Relation::Grid));
  EXPECT_EQ(race.blockIndex[0], 2u);
  EXPECT_EQ(race.thread, 40u);
  EXPECT_EQ(race.previousBlock, 1u);
  EXPECT_EQ(race.previousThread, 5u);
}

TEST_F(DeviceTest, SameRaceIsOneRecordWithACount) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(1, 0);
  for (uint32_t i = 0; i < Words; ++i) {
    write(first, &global[i], 4, 1);
    write(second, &global[i], 4, 2);
  }
  EXPECT_EQ(races().size(), 1u);
  EXPECT_EQ(dynamicRaces(), Words);
}

TEST_F(DeviceTest, OneAccessReportsItsFirstWordButRestartsAll) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(1, 0);
  write(first, &global[0], 16, 1);
  write(second, &global[0], 16, 2);
  EXPECT_EQ(dynamicRaces(), 1u);
  // Restarted: the words now belong to the second thread.
  write(second, &global[0], 16, 2);
  EXPECT_EQ(dynamicRaces(), 1u);
}

TEST_F(DeviceTest, BlockBarrierOrdersTheBlockOnly) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(0, 40);
  ThreadContext other = enter(1, 0);
  write(first, &global[0], 4, 1);
  for (ThreadContext *each : {&first, &second, &other})
    __warpsan_block_barrier(each);
  read(second, &global[0], 4, 2);
  EXPECT_TRUE(races().empty());
  read(other, &global[0], 4, 3);
  EXPECT_EQ(races().size(), 1u);
}

TEST_F(DeviceTest, FullMaskIsAWarpBarrier) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(0, 1);
  write(first, &global[0], 4, 1);
  for (ThreadContext *each : {&first, &second})
    __warpsan_warp_barrier(each, ~0u);
  EXPECT_EQ(second.warpClock, 1u);
  read(second, &global[0], 4, 2);
  EXPECT_TRUE(races().empty());
}

TEST_F(DeviceTest, MaskOfAShortWarpIsFull) {
  blockSize = {40, 1, 1};
  ThreadContext context = enter(0, 33);
  __warpsan_warp_barrier(&context, 0xffu);
  EXPECT_EQ(context.warpClock, 1u);
  EXPECT_EQ(context.groupMask, 0u);
}

TEST_F(DeviceTest, PartialMaskOrdersItsLanes) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(0, 1);
  ThreadContext outside = enter(0, 20);
  write(first, &global[0], 4, 1);
  for (ThreadContext *each : {&first, &second})
    __warpsan_warp_barrier(each, 0xffffu);
  read(second, &global[0], 4, 2);
  EXPECT_TRUE(races().empty());
  read(outside, &global[0], 4, 3);
  EXPECT_EQ(races().size(), 1u);
}

TEST_F(DeviceTest, ChangingMasksAreNotAnalysed) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(0, 1);
  __warpsan_warp_barrier(&first, 0x1fu);
  write(first, &global[0], 4, 1);
  __warpsan_warp_barrier(&first, 0x3u);
  EXPECT_EQ(first.mixedMasks, 1u);
  // The second lane has seen one mask only, but met one that has seen two.
  otherLanesVote = true;
  __warpsan_warp_barrier(&second, 0x3u);
  read(second, &global[0], 4, 2);
  EXPECT_TRUE(races().empty());
  EXPECT_TRUE(has(siteFlags[2], Reason::MixedWarpMasks));
}

/// The cell names one of the readers only: the other may be of the group, or not.
TEST_F(DeviceTest, UnnamedReaderMayBeOfTheGroup) {
  for (const uint32_t reader : {2u, 9u}) {
    ThreadContext first = enter(0, 0);
    ThreadContext second = enter(0, reader);
    uint32_t *word = &global[reader];
    read(first, word, 4, 1);
    read(second, word, 4, 2);
    for (ThreadContext *each : {&first, &second})
      __warpsan_warp_barrier(each, 0x7u);
    write(first, word, 4, 3);
    EXPECT_TRUE(races().empty());
    EXPECT_TRUE(has(siteFlags[3], Reason::MixedWarpMasks));
  }
}

TEST_F(DeviceTest, WiderBarrierEndsMixedMasks) {
  ThreadContext context = enter(0, 0);
  __warpsan_warp_barrier(&context, 0x1fu);
  __warpsan_warp_barrier(&context, 0x3u);
  __warpsan_block_barrier(&context);
  EXPECT_EQ(context.mixedMasks, 0u);
  EXPECT_EQ(context.groupMask, 0u);
  EXPECT_EQ(context.groupClock, 0u);
}

TEST_F(DeviceTest, NeighbouringBytesDoNotRace) {
  for (uint32_t thread = 0; thread < 64; ++thread) {
    ThreadContext context = enter(0, thread);
    write(context, reinterpret_cast<char *>(global) + thread, 1, 1);
  }
  EXPECT_TRUE(races().empty());
}

TEST_F(DeviceTest, ByteAgainstEarlierWord) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(1, 0);
  write(first, &global[2], 4, 1);
  read(second, reinterpret_cast<char *>(&global[2]) + 3, 1, 2);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].previousSite, 1u);
  EXPECT_EQ(races()[0].address, reinterpret_cast<uint64_t>(&global[2]) + 3);
}

TEST_F(DeviceTest, WordAgainstEarlierByte) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(1, 0);
  write(first, reinterpret_cast<char *>(&global[2]) + 1, 1, 1);
  read(second, &global[2], 4, 2);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].previousSite, 1u);
}

/// The split word keeps what was before it, and forgets nothing after.
TEST_F(DeviceTest, SplitWordKeepsBothHistories) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(0, 40);
  ThreadContext third = enter(1, 0);
  read(first, &global[0], 4, 1);
  read(second, &global[0], 1, 2);
  EXPECT_TRUE(races().empty());
  // Byte 3 was touched by the word access only.
  write(third, reinterpret_cast<char *>(global) + 3, 1, 3);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].previousSite, 1u);
  // Byte 0 by both; the frozen word cell still answers for the first.
  write(third, global, 1, 4);
  EXPECT_EQ(dynamicRaces(), 2u);
}

TEST_F(DeviceTest, BarrierAlsoOrdersFrozenCells) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(0, 40);
  write(first, &global[0], 4, 1);
  write(first, &global[0], 2, 2);
  for (ThreadContext *each : {&first, &second})
    __warpsan_block_barrier(each);
  write(second, &global[0], 1, 3);
  write(second, &global[0], 4, 3);
  EXPECT_TRUE(races().empty());
}

TEST_F(DeviceTest, UnalignedAccessCoversItsBytesOnly) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(1, 0);
  char *bytes = reinterpret_cast<char *>(global);
  write(first, bytes + 2, 8, 1);
  write(second, bytes, 2, 2);
  write(second, bytes + 10, 2, 2);
  EXPECT_TRUE(races().empty());
  write(second, bytes + 9, 1, 3);
  EXPECT_EQ(races().size(), 1u);
}

TEST_F(DeviceTest, OlderEpochIsNoHistory) {
  ThreadContext first = enter(0, 0);
  write(first, &global[0], 4, 1);
  write(first, &global[1], 1, 1);
  record.epoch = 4;
  ThreadContext second = enter(1, 0);
  write(second, &global[0], 4, 2);
  write(second, &global[1], 4, 2);
  write(second, &global[1], 1, 2);
  EXPECT_TRUE(races().empty());
}

/// 3,000 accesses of all aligned sizes and classes by threads of two blocks, over three
/// launches, with barriers between.
TEST_F(DeviceTest, QuickPathLeavesTheSameCellsAndRaces) {
  const auto outcomeOf = [&](bool quick) {
    record.flags = quick ? uint32_t(abi::LaunchQuick) : 0;
    const auto base = reinterpret_cast<uint64_t>(global);
    record.nearRanges[0] = {base, sizeof global, range.wordCells - 2 * base,
                            range.byteCells - 8 * base};
    for (std::vector<Cell> *cells : {&wordCells, &byteCells})
      cells->assign(cells->size(), 0);
    keys.assign(keys.size(), 0);
    counts.assign(counts.size(), 0);
    std::mt19937 random(1);
    std::vector<ThreadContext> threads;
    for (unsigned step = 0; step < 3000; ++step) {
      if (step % 1000 == 0) {
        record.epoch = 1 + step / 1000;
        threads = {enter(0, 0), enter(0, 1), enter(0, 40), enter(1, 0)};
      }
      if (random() % 8 == 0)
        for (ThreadContext &thread : threads)
          __warpsan_block_barrier(&thread);
      const uint64_t size = 1u << random() % 5;
      char *at = reinterpret_cast<char *>(global) + random() % (sizeof global / size) * size;
      access(threads[random() % threads.size()], at, size, random() % Sites,
             AccessClass(random() % AccessClassCount), 0, AccessAligned | AccessGlobal);
    }
    return std::tuple(wordCells, byteCells, dynamicRaces());
  };
  const auto slow = outcomeOf(false);
  EXPECT_GT(std::get<2>(slow), 100u);
  EXPECT_EQ(outcomeOf(true), slow);
}

TEST_F(DeviceTest, MissingByteCellsAreFlagged) {
  range.byteCells = 0;
  ThreadContext context = enter(0, 0);
  write(context, &global[0], 2, 1);
  EXPECT_TRUE(has(siteFlags[1], Reason::NoByteCells));
  write(context, &global[0], 4, 2);
  EXPECT_EQ(siteFlags[2], 0u);
}

TEST_F(DeviceTest, RangeWithoutCellsIsFlagged) {
  range.wordCells = range.byteCells = 0;
  ThreadContext context = enter(0, 0);
  write(context, &global[0], 4, 1);
  EXPECT_TRUE(has(siteFlags[1], Reason::ShadowMemory));
  EXPECT_FALSE(has(siteFlags[1], Reason::UntrackedMemory));
}

/// Cells hold sites of the kernel, from its first one on; records those of the module.
TEST_F(DeviceTest, SitesCountFromTheKernelsFirst) {
  record.siteBase = 5000;
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(1, 0);
  write(first, &global[0], 4, 5001);
  write(second, &global[0], 4, 5002);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].site, 5002u);
  EXPECT_EQ(races()[0].previousSite, 5001u);
  uint32_t elsewhere = 0;
  read(first, &elsewhere, 4, 5001);
  EXPECT_TRUE(has(siteFlags[1], Reason::UntrackedMemory));
}

TEST_F(DeviceTest, ConstantRangeNeedsNoCells) {
  range.wordCells = abi::ConstantCells;
  range.byteCells = 0;
  ThreadContext context = enter(0, 0);
  read(context, &global[0], 4, 1);
  read(context, &global[0], 1, 1);
  EXPECT_THAT(siteFlags, Each(0u));
}

TEST_F(DeviceTest, UnknownCodeIsFlagged) {
  ThreadContext context = enter(0, 0);
  __warpsan_unknown_code(&context, uint32_t(Reason::IndirectCall));
  EXPECT_TRUE(has(kernelFlags, Reason::IndirectCall));
}

TEST_F(DeviceTest, SitesOfAnotherUnitAreNumberedBehind) {
  ThreadContext context = enter(0, 0);
  uint32_t elsewhere = 0;
  abi::UnitBases bases{2, 0};
  const uint32_t caller = __warpsan_unit_enter(&context, &bases);
  read(context, &elsewhere, 4, 1);
  EXPECT_TRUE(has(siteFlags[3], Reason::UntrackedMemory));
  __warpsan_unit_leave(&context, caller);
  read(context, &elsewhere, 4, 2);
  EXPECT_TRUE(has(siteFlags[2], Reason::UntrackedMemory));
}

/// Block barriers of a unit whose barriers count from 10 on.
class BarrierTest : public DeviceTest {
protected:
  BarrierTest() {
    record.barrierNotes = reinterpret_cast<uint64_t>(notes.get());
    record.divergences = reinterpret_cast<uint64_t>(rows.data());
    record.module = 2;
    record.kernel = 1;
  }

  /// The first of `lanes` speaks for all.
  void arrive(uint32_t block, uint32_t warp, uint32_t lanes, uint32_t barrier,
              uint32_t passed = 0) {
    ThreadContext context = enter(block, warp * 32 + uint32_t(__builtin_ctz(lanes)));
    context.blockClock = passed;
    activeLanes = lanes;
    __warpsan_barrier_arrive(&context, &bases, barrier);
  }

  std::vector<abi::Divergence> divergences() const {
    std::vector<abi::Divergence> found;
    for (const abi::Divergence &each : rows)
      if (each.complete)
        found.push_back(each);
    return found;
  }

  std::unique_ptr<abi::BarrierNotes> notes = std::make_unique<abi::BarrierNotes>();
  std::array<abi::Divergence, abi::DivergenceCapacity> rows{};
  abi::UnitBases bases{0, 10};
};

TEST_F(BarrierTest, LanesOfAWarpAtDifferentBarriersAreFound) {
  arrive(3, 1, 0x0000ffff, 4);
  EXPECT_THAT(divergences(), SizeIs(0));
  arrive(3, 1, 0xffff0000, 5);
  ASSERT_THAT(divergences(), SizeIs(1));
  const abi::Divergence found = divergences()[0];
  EXPECT_EQ(found.barrier, 15u);
  EXPECT_EQ(found.otherBarrier, 14u);
  EXPECT_EQ(found.lanes, 0xffff0000u);
  EXPECT_EQ(found.warp, 1u);
  EXPECT_EQ(found.blockIndex[0], 3u);
  EXPECT_EQ(found.launch, 7u);
  EXPECT_EQ(found.module, 2u);
  EXPECT_EQ(found.kernel, 1u);
}

TEST_F(BarrierTest, APairIsToldOnce) {
  for (uint32_t block = 0; block < 4; ++block) {
    arrive(block, 0, 0x1, block % 2 ? 4 : 5);
    arrive(block, 0, 0x2, block % 2 ? 5 : 4);
  }
  EXPECT_THAT(divergences(), SizeIs(1));
  arrive(0, 0, 0x4, 6);
  EXPECT_THAT(divergences(), SizeIs(2));
}

TEST_F(BarrierTest, AFullTableLoses) {
  for (uint32_t barrier = 0; barrier < 100; ++barrier)
    arrive(0, 0, 0x1, barrier);
  EXPECT_THAT(divergences(), SizeIs(abi::DivergenceCapacity));
}

TEST_F(BarrierTest, WholeWarpsLeaveNoNote) {
  arrive(0, 0, ~0u, 4);
  arrive(0, 0, ~0u, 5);
  blockSize = {40, 1, 1};
  arrive(0, 1, 0xff, 4);
  arrive(0, 1, 0xff, 5);
  EXPECT_THAT(notes->notes, Each(0u));
}

/// Half of the warp may have left, the other half come lane by lane.
TEST_F(BarrierTest, LanesAtOneBarrierAreNoFinding) {
  for (uint32_t lane = 0; lane < 16; ++lane)
    arrive(0, 0, 1u << lane, 4, 0);
  for (uint32_t lane = 0; lane < 16; ++lane)
    arrive(0, 0, 1u << lane, 5, 1);
  EXPECT_THAT(divergences(), SizeIs(0));
}

TEST_F(BarrierTest, WarpsMayBeAtDifferentBarriers) {
  arrive(0, 0, 0x0000ffff, 4);
  arrive(0, 1, 0x0000ffff, 5);
  arrive(1, 0, 0x0000ffff, 5);
  record.launch = 8;
  arrive(0, 0, 0xffff0000, 5);
  EXPECT_THAT(divergences(), SizeIs(0));
}

TEST_F(BarrierTest, OneLaneSpeaksForThoseThatCameTogether) {
  ThreadContext context = enter(0, 1);
  activeLanes = 0x3;
  __warpsan_barrier_arrive(&context, &bases, 4);
  EXPECT_THAT(notes->notes, Each(0u));
}

TEST_F(BarrierTest, NothingHappensWithoutNotes) {
  record.barrierNotes = record.divergences = 0;
  arrive(0, 0, 0x1, 4);
  arrive(0, 0, 0x2, 5);
}

TEST_F(DeviceTest, UntrackedMemoryIsFlagged) {
  ThreadContext context = enter(0, 0);
  uint32_t elsewhere = 0;
  read(context, &elsewhere, 4, 1);
  EXPECT_TRUE(has(siteFlags[1], Reason::UntrackedMemory));
  read(context, &global[Words - 1], 8, 2);
  EXPECT_TRUE(has(siteFlags[2], Reason::UntrackedMemory));
}

TEST_F(DeviceTest, MemoryThatNothingHoldsIsRecordedOnRequestOnly) {
  uint32_t elsewhere = 0;
  ThreadContext context = enter(2, 40);
  read(context, &elsewhere, 4, 1);
  EXPECT_TRUE(races().empty());
  record.flags = abi::LaunchBounds;
  read(context, &elsewhere, 4, 1);
  read(context, &elsewhere, 4, 1);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(dynamicRaces(), 2u);
  const abi::RaceRecord outside = races()[0];
  EXPECT_EQ(outside.flags, uint8_t(abi::RaceOutOfBounds));
  EXPECT_EQ(outside.site, 1u);
  EXPECT_EQ(outside.previousSite, abi::UnknownSite);
  EXPECT_EQ(outside.space, uint8_t(abi::Space::Global));
  EXPECT_EQ(outside.address, reinterpret_cast<uint64_t>(&elsewhere));
  EXPECT_EQ(outside.size, 4u);
  EXPECT_EQ(outside.blockIndex[0], 2u);
  EXPECT_EQ(outside.thread, 40u);
}

TEST_F(DeviceTest, FirstByteOutsideIsRecorded) {
  record.flags = abi::LaunchBounds;
  ThreadContext context = enter(0, 0);
  write(context, &global[Words - 1], 8, 2);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].address, reinterpret_cast<uint64_t>(&global[Words]));
  EXPECT_EQ(races()[0].size, 8u);
  EXPECT_NE(wordCells[Words - 1], 0u) << "what lies inside is checked";
}

TEST_F(DeviceTest, MemoryOfTheTargetIsNotOutOfBounds) {
  record.flags = abi::LaunchBounds;
  uint32_t heap = 0;
  heldMemory = &heap;
  ThreadContext context = enter(0, 0);
  read(context, &heap, 4, 1);
  EXPECT_TRUE(races().empty());
  EXPECT_TRUE(has(siteFlags[1], Reason::UntrackedMemory));
}

TEST_F(DeviceTest, FreeMemoryOfARangeIsOutOfBoundsOnRequestOnly) {
  freeMemory = &global[3];
  ThreadContext context = enter(0, 0);
  read(context, &global[3], 4, 1);
  EXPECT_TRUE(races().empty());
  EXPECT_EQ(siteFlags[1], 0u);
  record.flags = abi::LaunchBounds;
  read(context, &global[3], 4, 1);
  read(context, &global[4], 4, 1);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].address, reinterpret_cast<uint64_t>(&global[3]));
}

TEST_F(DeviceTest, WhatMallocGivesOutHasNoHistory) {
  ThreadContext first = enter(0, 1);
  ThreadContext second = enter(1, 2);
  write(first, &global[3], 4, 1);
  write(first, reinterpret_cast<char *>(global) + 17, 1, 1);
  write(first, &global[5], 4, 1);
  __warpsan_heap_taken(&second, &global[3], 8);
  write(second, &global[3], 8, 2);
  EXPECT_TRUE(races().empty());
  write(second, &global[5], 4, 2);
  EXPECT_EQ(races().size(), 1u) << "only the bytes that were asked for";
}

TEST_F(DeviceTest, MallocWithoutCellsIsLeftAlone) {
  range.wordCells = range.byteCells = 0;
  ThreadContext context = enter(0, 1);
  __warpsan_heap_taken(&context, nullptr, 8);
  __warpsan_heap_taken(&context, local, 8);
  __warpsan_heap_taken(&context, &global[Words - 1], 64);
  range.wordCells = abi::ConstantCells;
  __warpsan_heap_taken(&context, global, 8);
}

/// A launch that decides order afterwards.
class OrderedDeviceTest : public DeviceTest {
protected:
  OrderedDeviceTest() {
    log.events = reinterpret_cast<uint64_t>(events.data());
    log.eventCapacity = events.size();
    log.conflicts = reinterpret_cast<uint64_t>(conflicts.data());
    log.conflictCapacity = conflicts.size();
    log.tickets = reinterpret_cast<uint64_t>(tickets.data());
    log.ticketCapacity = tickets.size();
    range.histories = reinterpret_cast<uint64_t>(histories.data());
    record.orderLog = reinterpret_cast<uint64_t>(&log);
    record.flags = abi::LaunchOrdered;
  }
  void observe(ThreadContext &context, uint32_t *address, AccessClass kind) {
    access(context, address, 4, 1, kind, 0, AccessMayOrder);
  }

  std::vector<History> histories = std::vector<History>(Words);
  std::vector<abi::OrderEvent> events = std::vector<abi::OrderEvent>(16);
  std::vector<abi::Conflict> conflicts = std::vector<abi::Conflict>(16);
  std::vector<abi::TicketEntry> tickets = std::vector<abi::TicketEntry>(16);
  abi::OrderLog log{};
};

TEST_F(OrderedDeviceTest, CountsHistoriesAndConflicts) {
  record.flags |= abi::LaunchCountAccesses;
  ThreadContext first = enter(0, 1), second = enter(1, 2);
  observe(first, &global[3], AccessClass::Write);
  observe(second, &global[3], AccessClass::Write);
  EXPECT_THAT(counted(),
              UnorderedElementsAre(Pair(Counter::Checks, 2), Pair(Counter::Words, 2),
                                   Pair(Counter::HistoryWords, 2), Pair(Counter::Conflicts, 1)));
}

TEST_F(OrderedDeviceTest, WhatMallocGivesOutHasNoHistory) {
  ThreadContext first = enter(0, 1);
  ThreadContext second = enter(1, 2);
  observe(first, &global[3], AccessClass::Write);
  observe(first, &global[4], AccessClass::Write);
  __warpsan_heap_taken(&second, &global[3], 4);
  observe(second, &global[3], AccessClass::Write);
  EXPECT_EQ(log.conflictCount, 0u);
  EXPECT_EQ(log.eventCount, 0u);
  observe(second, &global[4], AccessClass::Write);
  EXPECT_EQ(log.conflictCount, 1u);
}

TEST_F(OrderedDeviceTest, MallocSaysThatWhatWasGivenUpIsGone) {
  for (uint32_t thread = 0; thread <= 2 * HistoryLength; thread += 2) {
    ThreadContext reader = enter(0, thread);
    observe(reader, &global[3], AccessClass::Read);
  }
  ASSERT_EQ(log.eventCount, 1u) << "no room for one of them";
  ThreadContext second = enter(1, 2);
  __warpsan_heap_taken(&second, &global[2], 8);
  ASSERT_EQ(log.eventCount, 2u);
  EXPECT_EQ(events[1].kind, uint8_t(abi::SyncKind::GivenUp));
  EXPECT_EQ(events[1].location, reinterpret_cast<uint64_t>(&global[3]));
  EXPECT_EQ(events[1].launch, record.launch);
  EXPECT_EQ(events[1].flags, 0u);
  observe(second, &global[3], AccessClass::Write);
  EXPECT_EQ(log.conflictCount, 0u);
}

/// A thread that has just told of the same access in the memory's former life.
TEST_F(OrderedDeviceTest, StrongAccessOfNewMemoryIsNoRepetition) {
  ThreadContext first = enter(0, 1);
  ThreadContext second = enter(1, 2);
  observe(first, &global[3], AccessClass::UpdateDevice);
  __warpsan_heap_taken(&first, &global[3], 4);
  observe(first, &global[3], AccessClass::UpdateDevice);
  observe(second, &global[3], AccessClass::Write);
  EXPECT_EQ(log.conflictCount, 1u);
}

/// Also where nothing is checked between: one row for both reads would be one that has
/// seen, before the reader's own write, what it saw behind it.
TEST_F(OrderedDeviceTest, AWriteStandsBetweenTheReadsAroundIt) {
  ThreadContext reader = enter(0, 1);
  ThreadContext writer = enter(1, 2);
  const auto release = [&](ThreadContext &context, uint32_t *word) {
    __warpsan_strong_write(&context, word, uint32_t(Scope::Device), abi::SyncRelease);
  };
  const auto acquire = [&] {
    release(writer, &global[3]);
    __warpsan_strong_read(&reader, &global[3], uint32_t(Scope::Device), abi::SyncAcquire);
  };
  acquire();
  acquire();
  EXPECT_EQ(log.eventCount, 3u) << "a spinning thread has one row";
  EXPECT_EQ(events[1].ticket, 2u);
  release(reader, &global[4]);
  acquire();
  EXPECT_EQ(log.eventCount, 6u);
  EXPECT_EQ(events[1].ticket, 2u);
}

TEST_F(DeviceTest, SharedMemoryEndsWithTheBlocks) {
  record.flags = abi::LaunchBounds;
  useSharedSlots(1);
  ThreadContext context = enter(0, 0);
  access(context, shared + Words + 2, 4, 1, AccessClass::Write, 0, AccessShared);
  access(context, shared + Words - 1, 8, 2, AccessClass::Write, 0, AccessShared);
  ASSERT_EQ(races().size(), 2u);
  for (const abi::RaceRecord &outside : races()) {
    EXPECT_EQ(outside.space, uint8_t(abi::Space::Shared));
    EXPECT_EQ(outside.address, outside.site == 1 ? (Words + 2) * 4 : Words * 4);
  }
}

TEST_F(DeviceTest, LocalMemoryIsPassedOver) {
  ThreadContext context = enter(0, 0);
  write(context, local, 4, 1);
  EXPECT_THAT(siteFlags, Each(0u));
}

TEST_F(DeviceTest, ExhaustedClockIsFlagged) {
  ThreadContext context = enter(0, 0);
  context.blockClock = 1u << Layout.blockClock;
  write(context, &global[0], 4, 1);
  EXPECT_TRUE(has(siteFlags[1], Reason::ClockExhausted));
  EXPECT_EQ(wordCells[0], 0u);
}

TEST_F(DeviceTest, ProvedForBlocksOfAShape) {
  record.flags = abi::LaunchProvedShape;
  ThreadContext context = enter(0, 0);
  access(context, &global[0], 4, 1, AccessClass::Write, 0, AccessIfOutsideShape);
  EXPECT_EQ(wordCells[0], 0u);
  record.flags = 0;
  access(context, &global[0], 4, 1, AccessClass::Write, 0, AccessIfOutsideShape);
  EXPECT_NE(wordCells[0], 0u);
}

TEST_F(DeviceTest, SameValueIsAKeyOfItsOwn) {
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(1, 0);
  global[0] = 9;
  access(first, &global[0], 4, 1, AccessClass::Write, 9, AccessHasValue);
  access(second, &global[0], 4, 1, AccessClass::Write, 9, AccessHasValue);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].flags, uint8_t(abi::RaceSameValue));
  access(first, &global[0], 4, 1, AccessClass::Write, 8, AccessHasValue);
  EXPECT_EQ(races().size(), 2u);
}

TEST_F(DeviceTest, FullTableCountsLosses) {
  records.assign(2, {});
  keys.assign(2, 0);
  counts.assign(2, 0);
  record.recordCapacity = 2;
  record.records = reinterpret_cast<uint64_t>(records.data());
  record.recordKeys = reinterpret_cast<uint64_t>(keys.data());
  record.recordCounts = reinterpret_cast<uint64_t>(counts.data());
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(1, 0);
  for (uint32_t site = 1; site < 6; ++site) {
    write(first, &global[site], 4, site);
    write(second, &global[site], 4, site);
  }
  EXPECT_EQ(races().size(), 2u);
  EXPECT_EQ(counters.lostRaces, 3u);
}

TEST_F(DeviceTest, CountsOnRequest) {
  ThreadContext context = enter(0, 0);
  EXPECT_EQ(counters.threadsEntered, 1u);
  write(context, &global[0], 4, 1);
  EXPECT_THAT(counted(), IsEmpty());
  record.flags = abi::LaunchCountAccesses;
  write(context, &global[0], 4, 1);
  EXPECT_THAT(counted(), UnorderedElementsAre(Pair(Counter::Checks, 1), Pair(Counter::Words, 1)));
}

TEST_F(DeviceTest, CountsWordsAndCells) {
  record.flags = abi::LaunchCountAccesses;
  ThreadContext context = enter(0, 0);
  write(context, &global[0], 16, 1);
  write(context, &global[0], 16, 1); // changes no cell
  EXPECT_THAT(counted(), UnorderedElementsAre(Pair(Counter::Checks, 2), Pair(Counter::Words, 8),
                                              Pair(Counter::CellWrites, 4)));
}

TEST_F(DeviceTest, CountsSplitWords) {
  record.flags = abi::LaunchCountAccesses;
  ThreadContext context = enter(0, 0);
  // Three bytes of one word and one of the next: two flags, four cells of bytes.
  write(context, reinterpret_cast<char *>(global) + 1, 4, 1);
  EXPECT_THAT(counted(),
              UnorderedElementsAre(Pair(Counter::Checks, 1), Pair(Counter::Words, 2),
                                   Pair(Counter::SplitWords, 2), Pair(Counter::CellWrites, 6)));
}

TEST_F(DeviceTest, CountsRacesAndWhatIsNotAnalysed) {
  record.flags = abi::LaunchCountAccesses;
  ThreadContext first = enter(0, 0), second = enter(1, 0);
  write(first, &global[0], 4, 1);
  write(second, &global[0], 4, 2);
  write(second, &counters, 4, 3); // in no range
  EXPECT_THAT(counted(), UnorderedElementsAre(Pair(Counter::Checks, 3), Pair(Counter::Words, 3),
                                              Pair(Counter::CellWrites, 2), Pair(Counter::Races, 1),
                                              Pair(Counter::NotAnalysed, 1)));
}

TEST_F(DeviceTest, CountsWhatTheLaunchLeavesOut) {
  record.flags = abi::LaunchCountAccesses | abi::LaunchCountedShape;
  record.countedRoots = 2;
  ThreadContext context = enter(0, 0);
  access(context, &global[0], 4, 1, AccessClass::Write, 0, 2u << AccessRootShift);
  access(context, &global[1], 4, 2, AccessClass::Write, 0, AccessIfOutsideShape);
  EXPECT_THAT(counted(), UnorderedElementsAre(Pair(Counter::LeftOutByLaunch, 1),
                                              Pair(Counter::LeftOutByShape, 1)));
  EXPECT_THAT(wordCells, Each(Cell(0)));
  access(context, &global[0], 4, 1, AccessClass::Write, 0, 1u << AccessRootShift);
  EXPECT_EQ(counted()[Counter::Checks], 1u);
}

TEST_F(DeviceTest, BlocksLookForSlotsOfTheirMultiprocessorFirst) {
  useSharedSlots(8);
  multiprocessors = 4;
  multiprocessor = 2;
  enter(0, 0);
  enter(1, 0);
  EXPECT_EQ(heldSlot(record, 0).slot, 4u);
  EXPECT_EQ(heldSlot(record, 1).slot, 5u);
  // Numbers of multiprocessors may have gaps.
  multiprocessor = 7;
  enter(2, 0);
  EXPECT_EQ(heldSlot(record, 2).slot, 6u);
  multiprocessor = 0;
  multiprocessors = 1;
}

TEST_F(DeviceTest, SharedMemoryRacesWithinTheBlockOnly) {
  useSharedSlots(2);
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(0, 40);
  ThreadContext other = enter(1, 0);
  EXPECT_NE(heldSlot(record, 0).slot, heldSlot(record, 1).slot);
  write(first, &shared[2], 4, 1);
  write(other, &shared[2], 4, 1);
  EXPECT_TRUE(races().empty());
  write(second, &shared[2], 4, 2);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].space, uint8_t(abi::Space::Shared));
  EXPECT_EQ(races()[0].address, 8u);
  EXPECT_EQ(races()[0].relation, uint8_t(Relation::Block));
  EXPECT_EQ(races()[0].previousBlock, 0u);
  EXPECT_EQ(races()[0].previousThread, 0u);
}

TEST_F(DeviceTest, SlotGoesOnWithTheNextGeneration) {
  blockSize = {2, 1, 1};
  useSharedSlots(1);
  ThreadContext first = enter(0, 0);
  ThreadContext second = enter(0, 1);
  write(first, &shared[0], 4, 1);
  __warpsan_kernel_exit(&first);
  EXPECT_EQ(slots[0].owner, 1u);
  __warpsan_kernel_exit(&second);
  EXPECT_EQ(slots[0].owner, 0u);
  ThreadContext next = enter(1, 1);
  EXPECT_EQ(heldSlot(record, 1).generation, heldSlot(record, 0).generation + 1);
  write(next, &shared[0], 4, 2);
  EXPECT_TRUE(races().empty());
}

TEST_F(DeviceTest, WrappedGenerationClearsItsSlot) {
  blockSize = {1, 1, 1};
  useSharedSlots(1);
  slots[0].generation = MaxEpoch;
  slotCells.assign(slotCells.size(), ~Cell(0));
  enter(0, 0);
  EXPECT_EQ(heldSlot(record, 0).generation, 1u);
  EXPECT_THAT(slotCells, Each(Cell(0)));
}

TEST_F(DeviceTest, LaterLaunchTakesTheBlockTableOver) {
  blockSize = {1, 1, 1};
  useSharedSlots(1);
  ThreadContext first = enter(0, 0);
  __warpsan_kernel_exit(&first);
  const uint32_t generation = heldSlot(record, 0).generation;
  record.launch = 8;
  enter(0, 0);
  EXPECT_EQ(heldSlot(record, 0).generation, generation + 1);
}

TEST_F(DeviceTest, SharedAccessWithoutCellsIsFlagged) {
  record.sharedWords = Words;
  ThreadContext context = enter(0, 0);
  write(context, &shared[0], 4, 1);
  EXPECT_TRUE(has(siteFlags[1], Reason::ShadowMemory));
}

/// Shared memory of 16 words behind 16 bytes of the system's, and cells behind it. It
/// lies where 32 bits hold its addresses, as shared addresses are.
class OwnCellsTest : public DeviceTest {
protected:
  static constexpr uint32_t First = 16, CellCount = Words * 5, CellsAt = First + Words * 4;
  static constexpr uint32_t WindowBytes = CellsAt + CellCount * sizeof(Cell);

  OwnCellsTest() {
    sharedWindow = static_cast<char *>(mmap(nullptr, WindowBytes, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0));
    sharedWindowBytes = WindowBytes;
    sharedBase = uint32_t(reinterpret_cast<uint64_t>(sharedWindow));
    record.sharedWords = (First + Words * 4) / 4;
    record.sharedCells = CellsAt;
    record.sharedFirst = First;
    record.slotStride = CellCount * sizeof(Cell);
    std::fill_n(cells(), CellCount, ~Cell(0));
  }
  ~OwnCellsTest() override { munmap(sharedWindow, WindowBytes); }

  Cell *cells() { return reinterpret_cast<Cell *>(sharedWindow + CellsAt); }
  uint32_t *word(uint32_t index) {
    return reinterpret_cast<uint32_t *>(sharedWindow + First) + index;
  }
  /// All of them, as every thread of the block does.
  void clear() { std::fill_n(cells(), CellCount, Cell(0)); }
};

TEST_F(OwnCellsTest, EveryThreadClearsItsPartAndMeetsTheOthers) {
  blockSize = {6, 1, 1};
  enter(0, 1);
  for (uint32_t i = 0; i < CellCount; ++i)
    EXPECT_EQ(cells()[i], i % 6 == 1 ? 0 : ~Cell(0)) << i;
  EXPECT_EQ(barriers, 1u);
  for (const uint32_t thread : {0u, 2u, 3u, 4u, 5u})
    enter(0, thread);
  EXPECT_TRUE(std::all_of(cells(), cells() + CellCount, [](Cell cell) { return cell == 0; }));
  EXPECT_EQ(barriers, 6u);
}

TEST_F(OwnCellsTest, TheBarrierIsNoneOfTheProgram) {
  const ThreadContext context = enter(0, 0);
  EXPECT_EQ(context.blockClock, 0u);
}

TEST_F(OwnCellsTest, MemoryThatStartsClearedNeedsNoBarrier) {
  startsCleared = true;
  enter(0, 0);
  EXPECT_EQ(cells()[0], ~Cell(0));
  EXPECT_EQ(barriers, 0u);
}

TEST_F(OwnCellsTest, OtherLaunchesClearNothing) {
  record.sharedCells = 0;
  enter(0, 0);
  EXPECT_EQ(cells()[0], ~Cell(0));
  EXPECT_EQ(barriers, 0u);
}

TEST_F(OwnCellsTest, RaceNamesBothThreads) {
  ThreadContext first = enter(1, 5), second = enter(1, 40);
  clear();
  write(first, word(2), 4, 1);
  read(second, word(3), 4, 2);
  EXPECT_TRUE(races().empty());
  read(second, word(2), 4, 2);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].space, uint8_t(abi::Space::Shared));
  EXPECT_EQ(races()[0].address, First + 8u);
  EXPECT_EQ(races()[0].previousBlock, 1u);
  EXPECT_EQ(races()[0].previousThread, 5u);
  __warpsan_kernel_exit(&first);
}

TEST_F(OwnCellsTest, BarrierOfTheProgramOrders) {
  ThreadContext first = enter(0, 5), second = enter(0, 40);
  clear();
  write(first, word(2), 4, 1);
  __warpsan_block_barrier(&first);
  __warpsan_block_barrier(&second);
  read(second, word(2), 4, 2);
  EXPECT_TRUE(races().empty());
}

TEST_F(OwnCellsTest, CellsOfBytesLieBehindThoseOfWords) {
  ThreadContext first = enter(0, 5), second = enter(0, 40);
  clear();
  auto *bytes = reinterpret_cast<char *>(word(3));
  write(first, bytes + 1, 1, 1);
  EXPECT_NE(cells()[3], 0u);
  EXPECT_NE(cells()[Words + 13], 0u);
  write(second, bytes + 2, 1, 2);
  EXPECT_TRUE(races().empty());
  read(second, word(3), 4, 3);
  ASSERT_EQ(races().size(), 1u);
  EXPECT_EQ(races()[0].address, First + 13u);
}

TEST_F(OwnCellsTest, NoRoomForBytesIsSaid) {
  record.slotStride = Words * sizeof(Cell);
  ThreadContext context = enter(0, 0);
  clear();
  write(context, word(0), 1, 1);
  EXPECT_TRUE(has(siteFlags[1], Reason::NoByteCells));
}

TEST_F(OwnCellsTest, UnchangedCellIsNotWritten) {
  ThreadContext first = enter(0, 5), second = enter(0, 40), third = enter(0, 41);
  clear();
  for (ThreadContext *each : {&first, &second, &third})
    read(*each, word(0), 4, 1);
  const Cell before = cells()[0];
  for (ThreadContext *each : {&first, &second, &third})
    read(*each, word(0), 4, 1);
  EXPECT_EQ(cells()[0], before);
}

/// Lanes that read a word together try again as often as its cell changes.
TEST_F(OwnCellsTest, CellOfAWordThatManyReadChangesFewTimes) {
  clear();
  unsigned changes = 0;
  for (uint32_t thread = 0; thread < 64; ++thread) {
    ThreadContext reader = enter(0, thread);
    if (thread == 0)
      clear();
    const Cell before = cells()[0];
    read(reader, word(0), 4, 1);
    changes += cells()[0] != before;
  }
  EXPECT_LE(changes, 3u);
}

TEST_F(OwnCellsTest, EndsWithTheProgramsMemory) {
  ThreadContext context = enter(0, 0);
  clear();
  for (const uint32_t index : {Words, Words + 7}) {
    siteFlags[1] = 0;
    read(context, word(index), 4, 1);
    EXPECT_TRUE(has(siteFlags[1], Reason::UntrackedMemory));
  }
  read(context, word(0) - 1, 4, 2);
  EXPECT_TRUE(has(siteFlags[2], Reason::UntrackedMemory)) << "memory of the system";
  EXPECT_EQ(cells()[0], 0u);
  EXPECT_EQ(wildLaunch, 0u) << "a read destroys no cells";
}

TEST_F(OwnCellsTest, CellsThatTheProgramMayHaveWrittenMakeNoReports) {
  ThreadContext first = enter(0, 5), second = enter(0, 40);
  clear();
  write(first, word(2), 4, 1);
  write(first, word(Words - 1), 8, 3); // half of it outside
  EXPECT_TRUE(has(siteFlags[3], Reason::UntrackedMemory));
  write(second, word(2), 4, 2);
  EXPECT_TRUE(races().empty());
  EXPECT_TRUE(has(siteFlags[2], Reason::UntrackedMemory));
  ++record.launch;
  write(second, word(3), 4, 2);
  write(first, word(3), 4, 1);
  EXPECT_EQ(races().size(), 1u) << "the next launch has other cells";
}

TEST_F(OwnCellsTest, CellsElsewhereAreTrustedStill) {
  ThreadContext first = enter(0, 5), second = enter(0, 40);
  clear();
  write(first, word(Words), 4, 3);
  write(first, &global[0], 4, 1);
  write(second, &global[0], 4, 2);
  EXPECT_EQ(races().size(), 1u);
}

} // namespace
} // namespace warpsan::test
