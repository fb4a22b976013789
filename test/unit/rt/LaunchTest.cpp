//===- LaunchTest.cpp - Twins, records, refusals, draining -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/region_grid.h"
#include "core/shadow.h"
#include "rt/drain.h"
#include "test/unit/report/ModuleBuilder.h"
#include "test/unit/rt/FakeBackend.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

namespace warpsan::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Relation = abi::Relation;

constexpr char KernelName[] = "kernel";

/// A module with one kernel: a write (site 0) and a read (site 1).
class LaunchTest : public ::testing::Test {
protected:
  void load(uint32_t flags, uint32_t reasons = 0, bool twin = true) {
    test::ModuleBuilder builder;
    builder.site(AccessKind::Write, builder.frame("kernel()", "a.cu", 17));
    builder.site(AccessKind::Read, builder.frame("kernel()", "a.cu", 20));
    builder.kernel(KernelName, flags, reasons);
    if (accessed != abi::NoTerm)
      addAccess(builder);
    builder.lastKernel().provedBlock = provedBlock;
    if (tellsPlaces) {
      builder.global("left", abi::Space::Shared, 16, 3);
      builder.global("right", abi::Space::Shared, 32, 4);
      builder.global("dynamic", abi::Space::Shared, 0, 5);
      builder.tells({0, 1, 2});
    }
    for (uint32_t line = 30; line < 30 + barrierLines; ++line)
      builder.barrier("kernel()", builder.frame("kernel()", "a.cu", line));
    device.addUnit(KernelName, builder.blob(), nullptr,
                   accessed != abi::NoTerm ? &variable : nullptr);
    if (twin)
      addFunction(abi::TwinPrefix);
    device.launched = [this](const std::string &name, void **arguments) {
      launched = name;
      record = *static_cast<abi::LaunchRecord *>(arguments[1]);
      reinterpret_cast<abi::Counters *>(record.counters)->threadsEntered += entering;
      ++twins;
      return twinError;
    };
  }

  /// Each thread of a block writes an element behind the argument, or behind a variable.
  void addAccess(test::ModuleBuilder &builder) const {
    using abi::TermKind;
    builder.global("table", abi::Space::Global, 1024, 3);
    builder.root(abi::RootKind::Parameter, 0);
    builder.root(abi::RootKind::Variable, 0);
    const uint32_t thread = builder.term(TermKind::Register, 64, 0);
    const uint32_t block = builder.term(TermKind::Register, 64, 3);
    const uint32_t size = builder.term(TermKind::Register, 64, 6);
    const uint32_t first = builder.term(TermKind::Multiply, 64, block, size);
    const uint32_t index = builder.term(TermKind::Add, 64, first, thread);
    const uint32_t four = builder.term(TermKind::Constant, 64, 0, 0, 4);
    builder.form(
        {accessed, builder.term(TermKind::Multiply, 64, index, four), 4, abi::FormWrites, 0, 0});
  }

  void addFunction(const std::string &prefix) {
    device.functions[prefix + KernelName] = prefix + KernelName;
  }

  int launch(uint32_t blocks = 4, void *stream = nullptr) {
    void *arguments[] = {&argument};
    const LaunchShape shape{{blocks, 1, 1}, {64, 1, 1}, 0, stream, cooperative, nullptr};
    return launcher.launch(KernelName, shape, arguments, [this] {
      ++plains;
      return plainError;
    });
  }

  /// What the device would write: one race, seen `count` times.
  void race(uint32_t site, uint32_t previous, Relation relation, uint64_t count,
            uint32_t slot = 0) {
    abi::RaceRecord made = test::makeRecord(site, previous, relation);
    made.key = 100 + slot;
    reinterpret_cast<abi::RaceRecord *>(record.records)[slot] = made;
    reinterpret_cast<uint64_t *>(record.recordKeys)[slot] = made.key;
    reinterpret_cast<uint64_t *>(record.recordCounts)[slot] = count;
  }

  /// A launch that reads two bytes behind its memory.
  void outOfBounds() {
    load(abi::KernelGlobal);
    allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
    options.bounds = true;
    launch();
    auto &outside = reinterpret_cast<abi::RaceRecord *>(record.records)[0];
    outside.flags = abi::RaceOutOfBounds;
    outside.previousSite = abi::UnknownSite;
    outside.launch = 1;
    outside.site = 1;
    outside.space = uint8_t(abi::Space::Global);
    outside.address = 0x1042;
    outside.complete = 1;
  }

  const report::KernelRuns &runs() { return modules.module(0)->runsOf(0); }

  test::FakeBackend device;
  RuntimeOptions options;
  Allocations allocations{device, 0};
  Modules modules{device, allocations};
  SharedPools pools{device};
  RecordTable records{device, 64};
  OrderTable orders{device, 1 << 20};
  CacheMisses misses{device};
  BarrierTable barriers{device};
  CostTable costs{device, options};
  Streams streams;
  LaunchSites launchSites;
  LaunchParts parts{device, options, modules,  allocations, pools,   records,
                    orders, misses,  barriers, costs,       streams, launchSites};
  Launcher launcher{parts};
  report::Suppressions suppressions;
  NamedRegions regions;
  Drain drain{parts, suppressions, regions};
  abi::LaunchRecord record{};
  std::string launched; ///< name of the latest twin
  uint64_t argument = 5;
  uint64_t variable = 0x8000;      ///< address
  uint32_t accessed = abi::NoTerm; ///< root, of a kernel that has some
  bool cooperative = false;
  uint32_t barrierLines = 0; ///< of the kernel
  bool tellsPlaces = false;
  abi::BlockLimits provedBlock = {};
  uint64_t entering = 1;
  int twinError = 0;
  int plainError = 0;
  unsigned twins = 0;
  unsigned plains = 0;
};

/// Of shared memory, in blocks of any shape.
constexpr uint32_t SharedChecks = abi::KernelShared | abi::KernelShapelessShared;

TEST_F(LaunchTest, LaunchesTwinWithRecord) {
  load(abi::KernelGlobal);
  allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  EXPECT_EQ(launch(), 0);
  EXPECT_EQ(twins, 1u);
  EXPECT_EQ(plains, 0u);
  EXPECT_EQ(record.version, abi::Version);
  EXPECT_EQ(record.launch, 1u);
  EXPECT_EQ(record.epoch, 1u);
  EXPECT_EQ(record.rangeCount, 1u);
  EXPECT_EQ(record.slotCount, 0u);
  EXPECT_EQ(record.flags, uint32_t(abi::LaunchProvedShape | abi::LaunchQuick));
  EXPECT_EQ(runs().launches, 1u);
  EXPECT_EQ(runs().checked, 1u);
}

TEST_F(LaunchTest, KernelsThatAreNotChosenRunPlainly) {
  load(abi::KernelGlobal);
  for (const auto &[list, isChosen] : std::map<std::string, bool>{{"", true},
                                                                  {"kern", true},
                                                                  {"-kern", false},
                                                                  {"other", false},
                                                                  {"-other", true},
                                                                  {"k*l,other", true},
                                                                  {"kernel,-k*", false},
                                                                  {"k?", false}}) {
    options.kernels = list;
    const unsigned before = twins;
    launch();
    EXPECT_EQ(twins - before, isChosen ? 1u : 0u) << list;
  }
  EXPECT_EQ(plains, 4u);
  EXPECT_EQ(runs().filtered, 4u);
  EXPECT_EQ(runs().launches, 8u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::None));
}

TEST_F(LaunchTest, BlocksAreSampledInTurn) {
  load(abi::KernelGlobal);
  options.blocks = 2;
  for (uint32_t i = 0; i < 4; ++i) {
    launch(16);
    EXPECT_EQ(record.flags,
              uint32_t(abi::LaunchProvedShape | abi::LaunchQuick | abi::LaunchSampled));
    EXPECT_EQ(record.sampleStride, 2u);
    EXPECT_EQ(record.sampleFirst, i % 2);
  }
  launch(4);
  EXPECT_EQ(record.flags, uint32_t(abi::LaunchProvedShape | abi::LaunchQuick)) << "all blocks";
  EXPECT_EQ(runs().checked, 5u);
  EXPECT_EQ(runs().sampled, 4u);
  EXPECT_EQ(drain.summarize(launcher).coverage.sampled, 4u);
}

TEST_F(LaunchTest, CopiesAreOfAllBlocks) {
  load(abi::KernelShared | abi::KernelModeLd | abi::KernelPrivate);
  options.blocks = 2;
  launch(16);
  EXPECT_FALSE(record.flags & abi::LaunchSampled);
  EXPECT_EQ(runs().sampled, 0u);
}

TEST_F(LaunchTest, FirstLaunchesOfAKernelAreChecked) {
  load(abi::KernelGlobal);
  options.launches = 2;
  for (int i = 0; i < 5; ++i)
    launch();
  EXPECT_EQ(twins, 2u);
  EXPECT_EQ(runs().filtered, 3u);
  const report::RunSummary summary = drain.summarize(launcher);
  EXPECT_EQ(summary.coverage.filtered, 3u);
  EXPECT_EQ(summary.coverage.partly, 2u);
  EXPECT_EQ(verdictOf(summary), report::Verdict::Unanalysed);
  EXPECT_EQ(exitCode(summary, {}), std::nullopt) << "something was analysed";
}

TEST_F(LaunchTest, SuppressedRacesAreCountedApart) {
  load(abi::KernelGlobal);
  launch();
  race(1, 0, Relation::Block, 3);
  EXPECT_THAT(drain.reports(true), SizeIs(1));
  EXPECT_EQ(suppressions.add("kernel:kern # known", "f"), "");
  EXPECT_THAT(drain.reports(true), IsEmpty());
  ASSERT_THAT(drain.suppressed(), SizeIs(1));
  EXPECT_EQ(drain.suppressed()[0].suppressed->reason, "known");
  EXPECT_EQ(drain.suppressionRows()[0].hits, drain.suppressed()[0].count);
}

TEST_F(LaunchTest, KernelsWithRowsHaveLines) {
  options.line_cells = 1;
  load(abi::KernelGlobal | abi::KernelRows);
  allocations.add(0x1000, 256, "cudaMalloc", nullptr, 1);
  launch();
  EXPECT_TRUE(record.flags & abi::LaunchLines);
  EXPECT_NE(record.lineRanges[0].lineCells, 0u);
  EXPECT_EQ(record.nearRanges[0].size, 0u);
  for (bool *other : {&options.counters, &options.bounds}) {
    *other = true;
    launch();
    EXPECT_FALSE(record.flags & abi::LaunchLines);
    *other = false;
  }
  options.line_cells = 0;
  launch();
  EXPECT_FALSE(record.flags & abi::LaunchLines);
  EXPECT_EQ(record.lineRanges[0].words.size, 0u);
  EXPECT_NE(record.nearRanges[0].size, 0u);
}

TEST_F(LaunchTest, OtherKernelsHaveNoLines) {
  options.line_cells = 1;
  load(abi::KernelGlobal);
  launch();
  EXPECT_FALSE(record.flags & abi::LaunchLines);
  options.line_cells = 2;
  launch();
  EXPECT_TRUE(record.flags & abi::LaunchLines);
}

TEST_F(LaunchTest, LaunchThatCountsTakesTheSlowPath) {
  options.counters = true;
  load(abi::KernelGlobal);
  launch();
  EXPECT_EQ(record.flags, uint32_t(abi::LaunchCountAccesses | abi::LaunchCountedShape));
  EXPECT_NE(record.kernelCounters, 0u);
  EXPECT_EQ(costs.read(modules, true).at(0).checked.launches, 1u);
}

TEST_F(LaunchTest, CostsOfTheOwnKernel) {
  options.counters = true;
  provedBlock = {{64, 1, 1}};
  load(abi::KernelShared);
  launch();
  const report::KernelCosts found = costs.read(modules, true).at(0);
  EXPECT_EQ(found.launches, 1u);
  EXPECT_EQ(found.own.launches, 1u);
  EXPECT_EQ(found.own.threads, 256u);
  EXPECT_EQ(found.checked.launches, 0u);
  EXPECT_FALSE(found.counters);
}

TEST_F(LaunchTest, BlockWithinTheShapeIsProved) {
  provedBlock = {{64, 1, 1}};
  load(abi::KernelShared | abi::KernelShapelessChecks);
  launch();
  EXPECT_EQ(twins, 1u);
  EXPECT_TRUE(record.flags & abi::LaunchProvedShape);
}

TEST_F(LaunchTest, SharedMemoryThatIsProvedNeedsNoCells) {
  load(abi::KernelShared | abi::KernelShapelessChecks);
  launch();
  EXPECT_EQ(twins, 1u);
  EXPECT_EQ(record.sharedWords, 0u);
}

TEST_F(LaunchTest, BlockBeyondTheShapeIsNot) {
  provedBlock = {{63, 1, 1}};
  load(abi::KernelShared);
  launch();
  EXPECT_EQ(twins, 1u);
  EXPECT_FALSE(record.flags & abi::LaunchProvedShape);
}

TEST_F(LaunchTest, NothingButTheShapeNeedsNoTwin) {
  provedBlock = {{64, 1, 1}};
  load(SharedChecks);
  launch();
  EXPECT_EQ(twins, 0u);
  EXPECT_EQ(plains, 1u);
  EXPECT_EQ(runs().launches, 1u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::None));
}

TEST_F(LaunchTest, BarriersThatLanesMayMissNeedTheTwinInTheShape) {
  provedBlock = {{64, 1, 1}};
  load(SharedChecks | abi::KernelBlockBarrier | abi::KernelTellsDivergence);
  launch();
  EXPECT_EQ(twins, 1u);
  EXPECT_TRUE(record.flags & abi::LaunchProvedShape);
}

/// All that is left to ask is whether accesses stay in their arrays.
constexpr uint32_t WithinChecks =
    abi::KernelShared | abi::KernelShapelessChecks | abi::KernelWithinChecks;

TEST_F(LaunchTest, ArraysAloneHaveATwinOfTheirOwn) {
  provedBlock = {{64, 1, 1}};
  addFunction(abi::ProvedPrefix);
  load(WithinChecks);
  launch();
  EXPECT_EQ(launched, "__warpsan_proved_kernel");
  EXPECT_EQ(record.sharedWords, 0u);
  EXPECT_EQ(plains, 0u);
}

TEST_F(LaunchTest, BlockBeyondTheShapeNeedsMoreThanArrays) {
  provedBlock = {{63, 1, 1}};
  addFunction(abi::ProvedPrefix);
  load(WithinChecks);
  launch();
  EXPECT_EQ(launched, "__warpsan_twin_kernel");
}

TEST_F(LaunchTest, CountersAreOfTheWholeTwin) {
  options.counters = true;
  provedBlock = {{64, 1, 1}};
  addFunction(abi::ProvedPrefix);
  load(WithinChecks);
  launch();
  EXPECT_EQ(launched, "__warpsan_twin_kernel");
}

TEST_F(LaunchTest, RootsThatAreNotResolvedNeedMoreThanArrays) {
  provedBlock = {{64, 1, 1}};
  accessed = 0;
  addFunction(abi::ProvedPrefix);
  load(WithinChecks | abi::KernelGlobal);
  launch(); // the argument leads into no allocation
  EXPECT_EQ(launched, "__warpsan_twin_kernel");
}

TEST_F(LaunchTest, EpochsRunOutOnce) {
  load(abi::KernelGlobal);
  allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
  for (uint32_t i = 0; i < MaxEpoch; ++i)
    launch();
  EXPECT_EQ(record.epoch, MaxEpoch);
  EXPECT_EQ(device.clears, 0u);
  launch();
  EXPECT_EQ(record.epoch, 1u);
  EXPECT_EQ(device.clears, 1u);
  EXPECT_EQ(launcher.clears(), 1u);
  EXPECT_EQ(device.waits, 0u);
}

/// Two streams without order, a kernel that has used all epochs but one.
class SecondStreamTest : public LaunchTest {
protected:
  SecondStreamTest() {
    streams.create(first, true);
    streams.create(second, true);
    allocations.add(0x1000, 64, "cudaMalloc", nullptr, 1);
    load(abi::KernelGlobal);
    for (uint32_t i = 1; i < MaxEpoch; ++i)
      launch(4, first);
  }
  char handles[2] = {};
  void *first = &handles[0];
  void *second = &handles[1];
};

TEST_F(SecondStreamTest, ClearWaitsForItsLaunches) {
  launch(4, second);
  EXPECT_EQ(device.waits, 0u);
  launch(4, first);
  EXPECT_EQ(launcher.clears(), 1u);
  EXPECT_EQ(device.waits, 1u);
  EXPECT_THAT(streams.launch(second, 7), SizeIs(2)) << "the clear and the launch behind it";
}

TEST_F(SecondStreamTest, ItsLaunchesWaitForTheClear) {
  launch(4, first);
  launch(4, first);
  EXPECT_EQ(launcher.clears(), 1u);
  EXPECT_EQ(device.waits, 0u);
  launch(4, second);
  EXPECT_EQ(device.waits, 1u);
  EXPECT_EQ(record.epoch, 2u);
  launch(4, second);
  EXPECT_EQ(device.waits, 1u);
  EXPECT_THAT(streams.launch(first, 7), SizeIs(1)) << "those that waited";
}

TEST_F(SecondStreamTest, NothingIsWaitedForDuringACapture) {
  launch(4, first);
  launch(4, first);
  char other;
  streams.create(&other, true);
  device.capturing = true;
  device.captured = &other;
  launch(4, second);
  EXPECT_EQ(device.waits, 0u);
  EXPECT_EQ(plains, 1u);
  EXPECT_TRUE(runs().reasons & report::reasonBit(abi::Reason::ShadowMemory));
}

TEST_F(LaunchTest, SharedMemoryGetsSlots) {
  load(SharedChecks | abi::KernelSubWord);
  device.sharedBytes = 100;
  launch(3);
  EXPECT_EQ(record.sharedWords, 25u);
  EXPECT_EQ(record.slotCount, 3u);
  EXPECT_EQ(record.slotStride, 25u * 8 * 5);
  const uint64_t slots = record.slots;
  launch(2);
  EXPECT_EQ(record.slots, slots);
  launch(100);
  EXPECT_EQ(record.slotCount, 8u);
  EXPECT_NE(record.slots, slots);
}

/// With room for cells in shared memory.
class SharedCellsLaunchTest : public LaunchTest {
protected:
  SharedCellsLaunchTest() {
    device.sharedBytes = 100;
    device.reservedShared = 1024;
    device.mostShared = 164 * 1024;
  }
  bool hasOwnCells() const { return record.sharedCells != 0; }
};

TEST_F(SharedCellsLaunchTest, CellsInSharedMemoryNeedNoSlots) {
  load(SharedChecks);
  launch();
  EXPECT_EQ(record.sharedCells, 1128u);
  EXPECT_EQ(record.sharedFirst, 1024u);
  EXPECT_EQ(record.sharedWords, 281u);
  EXPECT_EQ(record.slotStride, 25u * 8);
  EXPECT_EQ(record.slotCount, 0u);
  EXPECT_EQ(device.dynamicBytes, 4u + 25 * 8);
}

TEST_F(SharedCellsLaunchTest, CellsOfBytesToo) {
  load(SharedChecks | abi::KernelSubWord);
  launch();
  EXPECT_EQ(record.slotStride, 25u * 8 * 5);
}

TEST_F(SharedCellsLaunchTest, NoSharedMemoryNoCells) {
  load(SharedChecks);
  device.sharedBytes = 0;
  launch();
  EXPECT_FALSE(hasOwnCells());
  EXPECT_EQ(device.dynamicBytes, 0u);
}

TEST_F(SharedCellsLaunchTest, UpToTheLimitOfTheDevice) {
  load(SharedChecks);
  device.mostShared = 100 + 4 + 25 * 8;
  launch();
  EXPECT_TRUE(hasOwnCells());
  --device.mostShared;
  launch();
  EXPECT_FALSE(hasOwnCells());
  EXPECT_EQ(record.slotCount, 4u);
  EXPECT_EQ(record.slotStride, 281u * 8);
  EXPECT_EQ(device.dynamicBytes, 0u);
}

TEST_F(SharedCellsLaunchTest, NotAtThePriceOfMostBlocks) {
  load(SharedChecks);
  device.crowding = 0;
  device.residentCrowded = 2;
  launch(100);
  EXPECT_TRUE(hasOwnCells());
  device.residentCrowded = 1;
  launch(100);
  EXPECT_FALSE(hasOwnCells());
  EXPECT_EQ(record.slotCount, 8u);
}

TEST_F(SharedCellsLaunchTest, BlocksThatWaitStayResident) {
  load(SharedChecks | abi::KernelSpins);
  device.crowding = 0;
  device.residentCrowded = 4;
  launch(4);
  EXPECT_TRUE(hasOwnCells());
  launch(5);
  EXPECT_FALSE(hasOwnCells());
  cooperative = true;
  launch(5);
  EXPECT_FALSE(hasOwnCells());
  EXPECT_EQ(twins, 3u);
}

TEST_F(SharedCellsLaunchTest, SizesThatTheProgramAsksForStay) {
  load(SharedChecks | abi::KernelSharedSize);
  launch();
  EXPECT_FALSE(hasOwnCells());
}

TEST_F(SharedCellsLaunchTest, UnseenCodeMayAskForSizes) {
  load(SharedChecks | abi::KernelOpen);
  launch();
  EXPECT_FALSE(hasOwnCells());
}

TEST_F(SharedCellsLaunchTest, ClustersKeepSlots) {
  load(SharedChecks, report::reasonBit(abi::Reason::Cluster));
  launch();
  EXPECT_FALSE(hasOwnCells());
}

TEST_F(SharedCellsLaunchTest, HistoriesKeepSlots) {
  load(SharedChecks | abi::KernelNamedBarrier);
  launch();
  EXPECT_TRUE(record.flags & abi::LaunchOrdered);
  EXPECT_FALSE(hasOwnCells());
}

TEST_F(SharedCellsLaunchTest, AccessesOutOfBoundsHitNoCells) {
  load(SharedChecks);
  options.bounds = true;
  launch();
  EXPECT_FALSE(hasOwnCells());
}

TEST_F(SharedCellsLaunchTest, RefusedWithThemIsLaunchedWithoutThem) {
  load(SharedChecks);
  const auto launchOther = device.launched;
  device.launched = [&](const std::string &name, void **arguments) {
    launchOther(name, arguments);
    return hasOwnCells() ? 701 : 0;
  };
  EXPECT_EQ(launch(), 0);
  EXPECT_EQ(twins, 2u);
  EXPECT_EQ(plains, 0u);
  EXPECT_EQ(record.slotCount, 4u);
  EXPECT_EQ(device.dynamicBytes, 0u);
  EXPECT_EQ(runs().checked, 1u);
}

TEST_F(SharedCellsLaunchTest, NotOnRequest) {
  load(SharedChecks);
  options.shared_cells = false;
  launch();
  EXPECT_FALSE(hasOwnCells());
}

TEST_F(LaunchTest, BoundsOnRequestUnlessMallocHidesThem) {
  load(abi::KernelGlobal);
  launch();
  EXPECT_FALSE(record.flags & abi::LaunchBounds);
  options.bounds = true;
  launch();
  EXPECT_TRUE(record.flags & abi::LaunchBounds);
}

TEST_F(LaunchTest, HeapOfDeviceCodeHidesBounds) {
  load(abi::KernelGlobal | abi::KernelHeap);
  options.bounds = true;
  launch();
  EXPECT_FALSE(record.flags & abi::LaunchBounds);
  device.seesHeap = true;
  launch();
  EXPECT_TRUE(record.flags & abi::LaunchBounds);
}

TEST_F(LaunchTest, HeapOfDeviceCodeIsOneRange) {
  load(abi::KernelGlobal | abi::KernelHeap);
  device.heap = {0x400000, 4096};
  launch();
  launch();
  EXPECT_EQ(device.heapQuestions, 1u);
  ASSERT_EQ(record.rangeCount, 1u);
  const auto &range = *reinterpret_cast<const abi::Range *>(record.ranges);
  EXPECT_EQ(range.base, 0x400000u);
  EXPECT_EQ(range.size, 4096u);
  EXPECT_NE(range.wordCells, 0u);
  race(1, 0, Relation::Block, 1);
  auto &racy = reinterpret_cast<abi::RaceRecord *>(record.records)[0];
  racy.space = uint8_t(abi::Space::Global);
  racy.address = 0x400010;
  const auto reports = drain.reports(true);
  ASSERT_THAT(reports, SizeIs(1));
  EXPECT_EQ(reports[0].object.kind, report::ObjectKind::Heap);
  EXPECT_EQ(reports[0].object.offset, 0x10u);
}

TEST_F(LaunchTest, UnknownHeapIsNoRange) {
  load(abi::KernelGlobal | abi::KernelHeap);
  launch();
  EXPECT_EQ(record.rangeCount, 0u);
}

TEST_F(LaunchTest, HeapIsAskedForWhereMallocIsOnly) {
  load(abi::KernelGlobal);
  launch();
  EXPECT_EQ(device.heapQuestions, 0u);
}

TEST_F(LaunchTest, HeapIsAskedForAfterAReset) {
  load(abi::KernelGlobal | abi::KernelHeap);
  launch();
  launcher.forgetDevice();
  launch();
  EXPECT_EQ(device.heapQuestions, 2u);
}

TEST_F(LaunchTest, OutOfBoundsIsNoRace) {
  outOfBounds();
  EXPECT_THAT(drain.reports(true), SizeIs(0));
  const auto found = drain.outOfBounds();
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_TRUE(found[0].around.nearest);
  EXPECT_TRUE(found[0].around.nearest->isBehind);
  EXPECT_EQ(found[0].around.nearest->distance, 2u);
  EXPECT_EQ(found[0].around.nearest->object.name, "cudaMalloc");
}

TEST_F(LaunchTest, SuppressedOutOfBoundsIsMarked) {
  outOfBounds();
  EXPECT_EQ(suppressions.add("race:* # no race\nkernel:kern # known", "f"), "");
  EXPECT_THAT(drain.reports(true), IsEmpty());
  const auto found = drain.outOfBounds();
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].suppressed.value_or(report::SuppressionRule{}).reason, "known");
  EXPECT_EQ(drain.suppressionRows()[0].hits, 0u);
  EXPECT_EQ(drain.suppressionRows()[1].hits, found[0].count);
}

TEST_F(LaunchTest, StreamsDoNotShareSlots) {
  load(SharedChecks);
  device.sharedBytes = 100;
  launch(4, nullptr);
  const uint64_t slots = record.slots;
  char other;
  launch(4, &other);
  EXPECT_NE(record.slots, slots);
}

TEST_F(LaunchTest, MissingTwinRunsPlain) {
  load(abi::KernelGlobal, 0, false);
  EXPECT_EQ(launch(), 0);
  EXPECT_EQ(plains, 1u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::NoTwin));
}

TEST_F(LaunchTest, UninstrumentedModuleIsCounted) {
  EXPECT_EQ(launch(), 0);
  EXPECT_EQ(plains, 1u);
  EXPECT_THAT(launcher.unknownKernels(), SizeIs(1));
}

TEST_F(LaunchTest, FailingTwinFallsBack) {
  load(abi::KernelGlobal);
  twinError = 701;
  EXPECT_EQ(launch(), 0);
  EXPECT_EQ(plains, 1u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::NoTwin));
}

TEST_F(LaunchTest, FailingLaunchIsTheProgramsError) {
  load(abi::KernelGlobal);
  twinError = plainError = 9;
  EXPECT_EQ(launch(), 9);
  EXPECT_EQ(runs().launches, 0u);
  EXPECT_EQ(runs().reasons, 0u);
}

TEST_F(LaunchTest, CooperativeGridMustStayResident) {
  load(abi::KernelGlobal);
  cooperative = true;
  launch(8);
  EXPECT_EQ(twins, 1u);
  launch(9);
  EXPECT_EQ(twins, 1u);
  EXPECT_EQ(plains, 1u);
}

TEST_F(LaunchTest, WaitingGridMustStayResident) {
  load(abi::KernelGlobal | abi::KernelSpins);
  launch(8);
  EXPECT_EQ(twins, 1u);
  launch(9);
  EXPECT_EQ(plains, 1u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::CoResidency));
  // It would not be resident without checks either.
  launch(17);
  EXPECT_EQ(twins, 2u);
}

TEST_F(LaunchTest, WaitingGridRunsSlimWhereTheTwinDoesNotFit) {
  load(abi::KernelGlobal | abi::KernelSpins);
  addFunction(abi::SlimPrefix);
  launch(8);
  EXPECT_EQ(launched, "__warpsan_twin_kernel");
  launch(12);
  EXPECT_EQ(launched, "__warpsan_slim_kernel");
  EXPECT_EQ(runs().checked, 2u);
  launch(13);
  EXPECT_EQ(twins, 2u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::CoResidency));
  // It would not be resident without checks either.
  launch(17);
  EXPECT_EQ(launched, "__warpsan_twin_kernel");
}

TEST_F(LaunchTest, CooperativeGridRunsSlimWhereTheTwinDoesNotFit) {
  load(abi::KernelGlobal | abi::KernelGridBarrier);
  addFunction(abi::SlimPrefix);
  cooperative = true;
  launch(12);
  EXPECT_EQ(launched, "__warpsan_slim_kernel");
  launch(17);
  EXPECT_EQ(twins, 1u);
  EXPECT_EQ(plains, 1u);
}

TEST_F(LaunchTest, SlotsAreForTheBlocksOfWhatRuns) {
  load(SharedChecks | abi::KernelSpins);
  addFunction(abi::SlimPrefix);
  device.sharedBytes = 100;
  launch(12);
  EXPECT_EQ(record.slotCount, 12u);
}

TEST_F(LaunchTest, OccupancyIsThatOfTheSlimTwin) {
  load(abi::KernelGlobal | abi::KernelSpins);
  addFunction(abi::SlimPrefix);
  EXPECT_EQ(launcher.occupancy(KernelName, 64, 0), 6u);
}

TEST_F(LaunchTest, OccupancyIsThatOfTheTwin) {
  load(abi::KernelGlobal);
  EXPECT_EQ(launcher.occupancy(KernelName, 64, 0), 4u);
  device.resident = 0;
  EXPECT_EQ(launcher.occupancy(KernelName, 64, 0), std::nullopt);
}

TEST_F(LaunchTest, OccupancyOfAnUncheckedKernelIsItsOwn) {
  load(abi::KernelGlobal, 0, false);
  EXPECT_EQ(launcher.occupancy(KernelName, 64, 0), std::nullopt);
}

TEST_F(LaunchTest, WhatTheDeviceRefusesIsNotLaunchedWithChecks) {
  load(abi::KernelGlobal);
  device.accepting = false;
  plainError = 1;
  EXPECT_EQ(launch(), 1);
  EXPECT_EQ(twins, 0u);
  EXPECT_EQ(runs().launches, 0u);
}

TEST_F(LaunchTest, CapturedLaunchIsCounted) {
  load(abi::KernelGlobal);
  device.capturing = true;
  launch();
  EXPECT_EQ(plains, 1u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::GraphLaunch));
}

TEST_F(LaunchTest, CellsAreNotClearedDuringACapture) {
  load(abi::KernelGlobal);
  for (uint32_t i = 0; i < MaxEpoch; ++i)
    launch();
  char other;
  streams.create(&other, true);
  device.capturing = true;
  device.captured = &other;
  launch();
  EXPECT_EQ(launcher.clears(), 0u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::ShadowMemory));
}

TEST_F(LaunchTest, StackGrowsForCallsOfUnknownDepth) {
  load(abi::KernelGlobal);
  launch();
  EXPECT_EQ(device.stackGrowths, 0u);
  load(abi::KernelGlobal | abi::KernelOpenStack);
  modules.forgetDevice();
  launch();
  EXPECT_EQ(device.stackGrowths, 1u);
}

TEST_F(LaunchTest, FunctionOfTheDriverApi) {
  load(abi::KernelGlobal);
  int value = 5;
  void *arguments[] = {&value};
  const LaunchShape shape{{1, 1, 1}, {64, 1, 1}, 0, nullptr, false, nullptr};
  const PlainLaunch plain = [this] { return int(++plains * 0); };
  launcher.launchFunction(const_cast<char *>(KernelName), shape, arguments, plain);
  EXPECT_EQ(twins, 1u);
  char unknownKernel[] = "other";
  launcher.launchFunction(unknownKernel, shape, arguments, plain);
  EXPECT_EQ(plains, 1u);
  EXPECT_EQ(launcher.unknownKernels().at("other"), abi::Reason::DriverLaunch);
}

TEST_F(LaunchTest, TooWideLaunchRunsPlain) {
  load(abi::KernelGlobal | abi::KernelBlockBarrier);
  EXPECT_EQ(launch(1u << 30), 0);
  EXPECT_EQ(plains, 1u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::LayoutTooWide));
}

TEST_F(LaunchTest, TooWideForCellsKeepsHistories) {
  load(abi::KernelGlobal | abi::KernelBlockBarrier | abi::KernelHistories);
  launch(1u << 10);
  EXPECT_FALSE(record.flags & abi::LaunchOrdered);
  launch(1u << 30);
  EXPECT_EQ(twins, 2u);
  EXPECT_TRUE(record.flags & abi::LaunchOrdered);
  EXPECT_EQ(runs().reasons, 0u);
}

/// Deciding may take long, and a signal may come meanwhile.
TEST_F(LaunchTest, CountsBeforeOrderIsDecided) {
  load(abi::KernelGlobal | abi::KernelFence | abi::KernelStrong);
  device.synchronous = true;
  uint64_t counted = 0;
  device.copying = [&] { counted = launcher.twins(); };
  EXPECT_EQ(launch(), 0);
  EXPECT_TRUE(record.flags & abi::LaunchOrdered);
  EXPECT_EQ(counted, 1u);
}

TEST_F(LaunchTest, OverlapOfStreams) {
  load(abi::KernelGlobal);
  char first, second;
  streams.create(&first, true);
  streams.create(&second, true);
  launch(4, &first);
  EXPECT_EQ(runs().reasons, 0u);
  launch(4, &second);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::OverlappingLaunch));
}

TEST_F(LaunchTest, DrainReportsWithCount) {
  load(SharedChecks);
  launch();
  race(1, 0, Relation::Block, 12);
  const auto reports = drain.reports(true);
  ASSERT_THAT(reports, SizeIs(1));
  EXPECT_EQ(reports[0].launch.where, "");
  EXPECT_EQ(reports[0].count, 12u);
  EXPECT_TRUE(reports[0].countKnown);
  EXPECT_EQ(drain.summarize(launcher).coverage.checked, 2u);
}

class SharedPlacesTest : public LaunchTest {
protected:
  SharedPlacesTest() {
    tellsPlaces = true;
    device.reservedShared = 1024;
    load(SharedChecks);
    launch();
  }

  uint32_t *places() { return reinterpret_cast<uint32_t *>(record.sharedPlaces); }

  /// Of the object of a race at byte 20 of the program's memory: "name byte".
  std::string objectAt(uint32_t byte) {
    race(1, 0, Relation::Block, 1);
    reinterpret_cast<abi::RaceRecord *>(record.records)[0].address = byte;
    const auto reports = drain.reports(true);
    return reports.size() != 1
               ? "none"
               : reports[0].object.name + " " + std::to_string(reports[0].object.offset);
  }
};

TEST_F(SharedPlacesTest, NameVariables) {
  EXPECT_EQ(objectAt(1024 + 20), " 20") << "nothing is told yet";
  places()[0] = 1024 + 32 + 1;
  places()[1] = 1024 + 1;
  places()[2] = 1024 + 48 + 1;
  EXPECT_EQ(objectAt(1024 + 20), "right 20");
  EXPECT_EQ(objectAt(1024 + 40), "left 8");
  EXPECT_EQ(objectAt(1024 + 100), "dynamic 52");
  EXPECT_EQ(objectAt(20), " 0") << "memory of the system";
  modules.forgetDevice();
  launch();
  EXPECT_EQ(objectAt(1024 + 20), "right 20") << "still known";
}

TEST_F(SharedPlacesTest, DifferentOnesAreNone) {
  places()[0] = abi::ManyPlaces;
  places()[1] = 1024 + 1;
  EXPECT_EQ(objectAt(1024 + 20), "right 20");
  EXPECT_EQ(objectAt(1024 + 40), " 40");
}

TEST_F(LaunchTest, CountIsUnknownWithoutDevice) {
  load(SharedChecks);
  launch();
  race(1, 0, Relation::Block, 12);
  const auto reports = drain.reports(false);
  ASSERT_THAT(reports, SizeIs(1));
  EXPECT_EQ(reports[0].count, 1u);
  EXPECT_FALSE(reports[0].countKnown);
}

TEST_F(LaunchTest, ConflictSetAsideMarksBothSites) {
  load(abi::KernelGlobal | abi::KernelFence | abi::KernelStrong);
  launch();
  race(1, 0, Relation::Grid, 3);
  EXPECT_THAT(drain.reports(true), IsEmpty());
  const report::RunSummary summary = drain.summarize(launcher);
  EXPECT_EQ(summary.coverage.notAnalysed, 2u);
  EXPECT_EQ(summary.conflictsSetAside, 1u);
  EXPECT_EQ(report::verdictOf(summary), report::Verdict::Unanalysed);
}

TEST_F(LaunchTest, KernelThatNeverStartedChecksNothing) {
  load(abi::KernelGlobal);
  entering = 0;
  launch();
  drain.reports(true);
  const report::RunSummary summary = drain.summarize(launcher);
  EXPECT_EQ(summary.coverage.checked, 0u);
  EXPECT_EQ(summary.coverage.notAnalysed, 2u);
}

TEST_F(LaunchTest, SiteFlagsOfTheDeviceCount) {
  load(abi::KernelGlobal);
  launch();
  reinterpret_cast<uint32_t *>(record.siteFlags)[1] =
      report::reasonBit(abi::Reason::UntrackedMemory);
  drain.reports(true);
  const report::RunSummary summary = drain.summarize(launcher);
  EXPECT_EQ(summary.coverage.checked, 1u);
  EXPECT_EQ(summary.coverage.notAnalysed, 1u);
}

TEST_F(LaunchTest, UnknownCodeVoidsTheKernel) {
  load(SharedChecks);
  launch();
  race(1, 0, Relation::Block, 1);
  *reinterpret_cast<uint32_t *>(record.kernelFlags) = report::reasonBit(abi::Reason::IndirectCall);
  EXPECT_THAT(drain.reports(true), IsEmpty());
  const report::RunSummary summary = drain.summarize(launcher);
  EXPECT_EQ(summary.coverage.kernelsAnalysed, 0u);
  EXPECT_EQ(summary.coverage.notAnalysed, 2u);
}

/// What was found stays found: lost history hides races, it makes none.
TEST_F(LaunchTest, CacheMissesVoidNoRace) {
  load(abi::KernelGlobal);
  launch();
  EXPECT_EQ(record.cacheMisses, 0u);
  options.shadow = "cached";
  launch();
  ASSERT_NE(record.cacheMisses, 0u);
  EXPECT_EQ(misses.count(true), 0u);
  const uint64_t counter = record.cacheMisses;
  launch();
  EXPECT_EQ(record.cacheMisses, counter);
  race(1, 0, Relation::Block, 1);
  *reinterpret_cast<uint32_t *>(record.kernelFlags) = report::reasonBit(abi::Reason::CacheMiss);
  *reinterpret_cast<uint64_t *>(counter) = 7;
  EXPECT_THAT(drain.reports(true), SizeIs(1));
  const report::RunSummary summary = drain.summarize(launcher);
  EXPECT_EQ(summary.coverage.kernelsAnalysed, 0u);
  EXPECT_EQ(summary.coverage.partly, 2u);
  EXPECT_EQ(misses.count(true), 7u);
  EXPECT_EQ(misses.count(false), 7u);
  misses.forgetDevice();
  launch();
  EXPECT_EQ(misses.count(true), 7u);
}

TEST_F(LaunchTest, KernelsWithoutBarriersGetNoNotes) {
  load(abi::KernelGlobal);
  launch();
  EXPECT_EQ(record.barrierNotes, 0u);
  EXPECT_EQ(record.divergences, 0u);
}

TEST_F(LaunchTest, BarrierDivergenceIsFoundOnceAndSurvivesReset) {
  barrierLines = 2;
  load(abi::KernelGlobal | abi::KernelBlockBarrier);
  const auto diverge = [&](uint32_t barrier, uint32_t other) {
    abi::Divergence row{};
    row.complete = 1;
    row.launch = record.launch;
    row.barrier = barrier;
    row.otherBarrier = other;
    reinterpret_cast<abi::Divergence *>(record.divergences)[5] = row;
  };
  launch();
  ASSERT_NE(record.barrierNotes, 0u);
  EXPECT_THAT(drain.divergences(), IsEmpty());
  diverge(0, 1);
  barriers.forgetDevice();
  modules.forgetDevice();
  launch();
  diverge(1, 0);
  const auto found = drain.divergences();
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].launch, 1u);
  EXPECT_EQ(found[0].barrier, "a.cu:30");
  EXPECT_EQ(found[0].otherBarrier, "a.cu:31");
  EXPECT_THAT(drain.reports(true), IsEmpty()) << "no race is claimed from it";
}

TEST_F(LaunchTest, DivergenceIsNotLookedForWithoutMemory) {
  barrierLines = 2;
  load(SharedChecks | abi::KernelBlockBarrier);
  launch();
  barriers.forgetDevice();
  device.limit = device.used;
  EXPECT_EQ(launch(), 0);
  EXPECT_EQ(record.barrierNotes, 0u);
  EXPECT_EQ(twins, 2u);
}

TEST_F(LaunchTest, KernelThatMayRunUnknownCodeAlwaysRunsAsTwin) {
  for (const uint32_t flags : {0u, uint32_t(abi::KernelOpen)}) {
    test::ModuleBuilder builder;
    builder.kernel(KernelName, flags);
    const Module module(builder.view(), 0);
    EXPECT_EQ(module.needsCheck(0), flags != 0);
  }
}

TEST_F(LaunchTest, FindingsSurviveReset) {
  load(SharedChecks);
  launch();
  race(1, 0, Relation::Block, 12);
  reinterpret_cast<uint32_t *>(record.siteFlags)[0] =
      report::reasonBit(abi::Reason::ClockExhausted);
  drain.keep(true);
  records.forgetDevice();
  modules.forgetDevice();
  allocations.forgetDevice(2);
  pools.forgetDevice();
  launch();
  race(1, 0, Relation::Block, 5);
  const auto reports = drain.reports(true);
  ASSERT_THAT(reports, SizeIs(1));
  EXPECT_EQ(reports[0].count, 17u);
  const report::RunSummary summary = drain.summarize(launcher);
  EXPECT_EQ(summary.coverage.sites, 2u);
  EXPECT_EQ(summary.coverage.notAnalysed, 1u);
}

//===--- What cannot race ----------------------------------------------------===//

/// 256 threads write 1024 bytes.
class ResolvedLaunchTest : public LaunchTest {
protected:
  ResolvedLaunchTest() {
    argument = 0x1000;
    accessed = 0;
    allocations.add(0x1000, 1024, "cudaMalloc", nullptr, 1);
  }
};

TEST_F(ResolvedLaunchTest, RunsTheKernelItself) {
  load(abi::KernelGlobal);
  EXPECT_EQ(launch(), 0);
  EXPECT_EQ(twins, 0u);
  EXPECT_EQ(plains, 1u);
  EXPECT_EQ(launcher.resolved(), 1u);
  const report::RunSummary summary = drain.summarize(launcher);
  EXPECT_EQ(summary.resolved, 1u);
  EXPECT_EQ(summary.coverage.checked, 2u);
  EXPECT_TRUE(summary.coverage.isComplete());
}

TEST_F(ResolvedLaunchTest, FailedLaunchIsNone) {
  load(abi::KernelGlobal);
  plainError = 1;
  EXPECT_EQ(launch(), 1);
  EXPECT_EQ(launcher.resolved(), 0u);
}

TEST_F(ResolvedLaunchTest, DependsOnTheShape) {
  load(abi::KernelGlobal);
  launch(4);
  launch(5);
  launch(4);
  EXPECT_EQ(launcher.resolved(), 2u);
  EXPECT_EQ(twins, 1u);
  EXPECT_EQ(record.resolvedRoots, 2u) << "beyond the end of its allocation";
}

TEST_F(ResolvedLaunchTest, DependsOnTheArguments) {
  load(abi::KernelGlobal);
  launch();
  argument = 0x1004;
  launch();
  argument = 0x1000;
  launch();
  EXPECT_EQ(launcher.resolved(), 2u);
  EXPECT_EQ(twins, 1u);
}

TEST_F(ResolvedLaunchTest, DependsOnTheAllocations) {
  load(abi::KernelGlobal);
  launch();
  allocations.remove(0x1000, 2);
  allocations.add(0x1000, 1020, "cudaMalloc", nullptr, 2);
  launch();
  EXPECT_EQ(launcher.resolved(), 1u);
  EXPECT_EQ(twins, 1u);
}

TEST_F(ResolvedLaunchTest, IsRememberedWhileOtherMemoryComesAndGoes) {
  load(abi::KernelGlobal);
  Resolutions resolutions{options, allocations};
  const Kernel &kernel = *modules.find(KernelName, 1);
  const auto roots = [&](uint32_t blocks) {
    void *arguments[] = {&argument};
    return resolutions.rootsOf(kernel, {{blocks, 1, 1}, {64, 1, 1}, 0, nullptr, false, nullptr},
                               arguments);
  };
  const resolve::Resolution resolved = roots(4);
  EXPECT_NE(resolved, roots(5));
  EXPECT_EQ(resolutions.decisions(), 2u);
  allocations.add(0x4000, 64, "cudaMalloc", nullptr, 1);
  EXPECT_EQ(roots(4), resolved);
  allocations.remove(0x4000, 2);
  EXPECT_EQ(roots(4), resolved);
  EXPECT_EQ(resolutions.decisions(), 2u);
  allocations.add(0xf00, 0x100, "cudaMalloc", nullptr, 2);
  EXPECT_EQ(roots(4), resolved) << "a neighbour, to the end of which the argument may point";
  EXPECT_EQ(resolutions.decisions(), 3u);
  allocations.remove(0x1000, 2);
  EXPECT_NE(roots(4), resolved);
  EXPECT_EQ(resolutions.decisions(), 4u);
}

TEST_F(ResolvedLaunchTest, OtherChecksNeedTheTwin) {
  load(abi::KernelGlobal | abi::KernelUnrootedChecks);
  launch();
  EXPECT_EQ(twins, 1u);
  EXPECT_EQ(record.resolvedRoots, 3u);
}

TEST_F(ResolvedLaunchTest, HistoriesSeeAllAccesses) {
  load(abi::KernelGlobal | abi::KernelUnrootedChecks | abi::KernelFence | abi::KernelStrong);
  launch();
  EXPECT_TRUE(record.flags & abi::LaunchOrdered);
  EXPECT_EQ(record.resolvedRoots, 0u);
}

TEST_F(ResolvedLaunchTest, UnknownCodeNeedsTheTwin) {
  load(abi::KernelGlobal | abi::KernelOpen);
  launch();
  EXPECT_EQ(twins, 1u);
  EXPECT_EQ(record.resolvedRoots, 0u);
}

TEST_F(ResolvedLaunchTest, BarriersThatLanesMayMissNeedTheTwin) {
  load(abi::KernelGlobal | abi::KernelBlockBarrier | abi::KernelTellsDivergence);
  launch();
  EXPECT_EQ(twins, 1u);
  EXPECT_EQ(record.resolvedRoots, 3u);
}

TEST_F(ResolvedLaunchTest, WhatIsNotAnalysedMayWriteAnywhere) {
  load(abi::KernelGlobal, report::reasonBit(abi::Reason::UnknownAsm));
  launch();
  EXPECT_EQ(record.resolvedRoots, 0u);
  EXPECT_EQ(launcher.resolved(), 0u);
}

TEST_F(ResolvedLaunchTest, NotOnRequest) {
  load(abi::KernelGlobal);
  options.resolve = false;
  launch();
  options.resolve = options.bounds = true;
  launch();
  EXPECT_EQ(twins, 2u);
  EXPECT_EQ(record.resolvedRoots, 0u);
}

TEST_F(ResolvedLaunchTest, Variables) {
  accessed = 1;
  load(abi::KernelGlobal);
  launch();
  EXPECT_EQ(launcher.resolved(), 1u);
  launch(5);
  EXPECT_EQ(twins, 1u);
  EXPECT_EQ(record.resolvedRoots, 1u);
}

TEST_F(ResolvedLaunchTest, KernelsWithoutRootsAreAsBefore) {
  accessed = abi::NoTerm;
  load(abi::KernelGlobal);
  launch();
  EXPECT_EQ(twins, 1u);
}

//===--- Passes of a grid -----------------------------------------------------===//

/// Kernels of modes ld and det, whose twin is launched once for each pass.
class PassesTest : public LaunchTest {
protected:
  void load(uint32_t mode) {
    LaunchTest::load(abi::KernelGlobal | abi::KernelUnrootedGlobal | abi::KernelPrivate | mode);
    device.launched = [this](const std::string &name, void **arguments) {
      const bool isTwin = name != KernelName;
      passes.push_back(isTwin ? passOf(*static_cast<abi::LaunchRecord *>(arguments[1])) : "own");
      return passes.back() == failing ? 1 : 0;
    };
  }

  std::string passOf(const abi::LaunchRecord &pass) {
    epochs[pass.gridPass] = pass.epoch;
    switch (GridPass(pass.gridPass)) {
    case GridPass::None:
      return "none";
    case GridPass::First:
      return "first";
    case GridPass::Merge:
      return "merge";
    case GridPass::Second:
      return "second";
    case GridPass::Compare:
      return "compare";
    case GridPass::Record:
      return "record";
    case GridPass::Write:
      return "write";
    case GridPass::Rerun:
      return "rerun";
    case GridPass::Clear:
      return "clear";
    }
    return "unknown";
  }
  uint32_t epochOf(GridPass pass) { return epochs[uint32_t(pass)]; }

  std::vector<std::string> passes; ///< "own": the program's kernel
  std::map<uint32_t, uint32_t> epochs;
  std::string failing;
};

TEST_F(PassesTest, LdEndsWithTheProgramsKernel) {
  load(abi::KernelModeLd);
  EXPECT_EQ(launch(), 0);
  EXPECT_THAT(passes, ElementsAre("first", "merge", "second", "compare", "record", "clear", "own"));
  EXPECT_EQ(plains, 0u);
  EXPECT_EQ(runs().launches, 1u);
}

TEST_F(PassesTest, RecordedPassesFindNoCellsOfTheFirst) {
  load(abi::KernelModeLd);
  launch();
  EXPECT_NE(epochOf(GridPass::Record), epochOf(GridPass::First));
}

TEST_F(PassesTest, DetDoesWithoutIt) {
  load(abi::KernelModeDet);
  EXPECT_EQ(launch(), 0);
  EXPECT_THAT(passes, ElementsAre("first", "merge", "write", "rerun", "clear"));
  EXPECT_EQ(plains, 0u);
}

TEST_F(PassesTest, DetInAnyOrderMergesNothing) {
  options.det = "any";
  load(abi::KernelModeDet);
  EXPECT_EQ(launch(), 0);
  EXPECT_THAT(passes, ElementsAre("first", "write", "rerun", "clear"));
}

TEST_F(PassesTest, OneBlockHasNone) {
  load(abi::KernelModeLd);
  launch(1);
  EXPECT_THAT(passes, ElementsAre("none"));
}

TEST_F(PassesTest, FailingPassFallsBack) {
  failing = "second";
  load(abi::KernelModeLd);
  EXPECT_EQ(launch(), 0);
  EXPECT_THAT(passes, ElementsAre("first", "merge", "second"));
  EXPECT_EQ(plains, 1u);
  EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::NoTwin));
}

TEST_F(PassesTest, CapturedLaunchHasNone) {
  for (const uint32_t mode : {abi::KernelModeLd, abi::KernelModeDet}) {
    load(mode);
    modules.forgetDevice();
    device.capturing = true;
    EXPECT_EQ(launch(), 0);
    EXPECT_THAT(passes, IsEmpty());
    EXPECT_EQ(runs().reasons, report::reasonBit(abi::Reason::GraphLaunch));
  }
  EXPECT_EQ(plains, 2u);
}

} // namespace
} // namespace warpsan::rt
