//===- oracle_test.cpp - Litmus tests of the oracle ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/oracle.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::oracle {
namespace {

constexpr uint64_t Data = 0x100, Flag = 0x200, Lock = 0x300;
constexpr uint32_t ThreadsPerBlock = 100;

/// An execution, event by event. Threads 0, 1, ... are in block 0, 100, ... in 1.
struct Execution {
  std::vector<Event> events;
  Rules rules;

  Event &add(uint32_t thread, Event::Type type) {
    Event event;
    event.type = type;
    event.thread = thread;
    event.block = thread / ThreadsPerBlock;
    event.warp = thread / 32;
    events.push_back(event);
    return events.back();
  }
  Event &access(uint32_t thread, uint64_t address, bool reads, bool writes, bool strong) {
    Event &event = add(thread, Event::Access);
    event.address = address;
    event.bytes = 4;
    event.reads = reads;
    event.writes = writes;
    event.strong = strong;
    return event;
  }
  Event &read(uint32_t thread) { return access(thread, Data, true, false, false); }
  Event &write(uint32_t thread) { return access(thread, Data, false, true, false); }
  Event &load(uint32_t thread, uint64_t at = Flag) { return access(thread, at, true, false, true); }
  Event &store(uint32_t thread, uint64_t at = Flag) {
    return access(thread, at, false, true, true);
  }
  Event &update(uint32_t thread, uint64_t at = Flag) {
    return access(thread, at, true, true, true);
  }
  void fence(uint32_t thread, Reach reach = Reach::Device, bool sequential = false) {
    Event &event = add(thread, Event::Fence);
    event.reach = reach;
    event.sequential = sequential;
  }
  void meet(std::initializer_list<uint32_t> threads, bool isFull, uint32_t generation = 0) {
    for (const Event::Type type : {Event::Arrive, Event::Leave})
      for (const uint32_t thread : threads) {
        Event &event = add(thread, type);
        event.barrier = 1;
        event.generation = generation;
        event.isFull = isFull;
      }
  }
  size_t races() const { return findRaces(events, rules).size(); }
};

TEST(Oracle, WriteAndReadRace) {
  Execution run;
  run.write(0);
  run.read(1);
  EXPECT_EQ(run.races(), 1u);
}

TEST(Oracle, ReadsDoNotRace) {
  Execution run;
  run.read(0);
  run.read(1);
  EXPECT_EQ(run.races(), 0u);
}

TEST(Oracle, StrongAccessesRaceIfTheirScopeIsTooNarrow) {
  for (const uint32_t other : {1u, 100u}) {
    Execution run;
    run.update(0).reach = Reach::Block;
    run.update(other);
    EXPECT_EQ(run.races(), other == 1 ? 0u : 1u);
  }
}

TEST(Oracle, BarrierOrdersItsThreadsOnly) {
  Execution run;
  run.write(0);
  run.meet({0, 1}, true);
  run.read(1);
  EXPECT_EQ(run.races(), 0u);
  run.read(100);
  EXPECT_EQ(run.races(), 1u);
}

TEST(Oracle, FullBarrierWaitsForThreadsThatExit) {
  for (const bool isFull : {false, true}) {
    Execution run;
    run.write(2);
    run.meet({0, 1}, isFull, 1);
    run.read(1);
    EXPECT_EQ(run.races(), isFull ? 0u : 1u);
  }
}

TEST(Oracle, MessageNeedsBothFences) {
  for (const bool first : {false, true})
    for (const bool second : {false, true}) {
      Execution run;
      run.write(0);
      if (first)
        run.fence(0);
      run.store(0);
      run.load(100);
      if (second)
        run.fence(100);
      run.read(100);
      EXPECT_EQ(run.races(), first && second ? 0u : 1u);
    }
}

TEST(Oracle, NarrowFenceDoesNotReachAnotherBlock) {
  Execution run;
  run.write(0);
  run.fence(0, Reach::Block);
  run.store(0);
  run.load(100);
  run.fence(100);
  run.read(100);
  EXPECT_EQ(run.races(), 1u);
}

TEST(Oracle, ReleaseAndAcquireNeedNoFence) {
  Execution run;
  run.write(0);
  run.store(0).release = true;
  run.load(100).acquire = true;
  run.read(100);
  EXPECT_EQ(run.races(), 0u);
}

TEST(Oracle, FlagThatWasReadTooEarlyOrdersNothing) {
  Execution run;
  run.write(0);
  run.load(100).acquire = true;
  run.store(0).release = true;
  run.read(100);
  EXPECT_EQ(run.races(), 1u);
}

TEST(Oracle, PollNeedsNoFenceUnlessStrict) {
  for (const bool strict : {false, true}) {
    Execution run;
    run.rules.pollAcquires = !strict;
    run.write(0);
    run.store(0).release = true;
    run.load(100).poll = true;
    run.read(100);
    EXPECT_EQ(run.races(), strict ? 1u : 0u);
  }
}

TEST(Oracle, UpdatesContinueARelease) {
  for (const bool isUpdate : {false, true}) {
    Execution run;
    run.rules.seesAllWrites = false;
    run.write(0);
    run.store(0).release = true;
    isUpdate ? run.update(1) : run.store(1);
    run.load(100).acquire = true;
    run.read(100);
    EXPECT_EQ(run.races(), isUpdate ? 0u : 1u);
  }
}

TEST(Oracle, OrderGoesThroughOtherThreads) {
  Execution run;
  run.write(0);
  run.store(0).release = true;
  run.load(1).acquire = true;
  run.meet({1, 2}, false);
  run.store(2, Lock).release = true;
  run.load(100, Lock).acquire = true;
  run.read(100);
  EXPECT_EQ(run.races(), 0u);
}

/// Each thread of block 0 fences, the block meets, one counts it in.
void gridBarrier(Execution &run, bool sequential) {
  run.write(0);
  run.fence(0, Reach::Device, sequential);
  run.meet({0, 1}, true);
  run.update(1);
  run.load(100);
  run.fence(100, Reach::Device, sequential);
  run.read(100);
}

TEST(Oracle, SequentialFencesOrderAcrossABarrier) {
  for (const bool sequential : {false, true}) {
    Execution run;
    gridBarrier(run, sequential);
    EXPECT_EQ(run.races(), sequential ? 0u : 1u);
  }
}

TEST(Oracle, AcquireDoesNotOrderItsOwnRead) {
  Execution run;
  run.access(0, Flag, false, true, false);
  run.store(0).release = true;
  run.load(100).acquire = true;
  EXPECT_EQ(run.races(), 1u);
  run.rules.acquiresBehind = false;
  EXPECT_EQ(run.races(), 0u);
}

TEST(Oracle, SeenWriteMayBeOverwritten) {
  for (const bool releases : {false, true}) {
    Execution run;
    run.update(0).release = releases;
    run.update(100);
    run.access(100, Flag, false, true, false);
    EXPECT_EQ(run.races(), releases ? 0u : 1u);
  }
}

void region(Execution &run, uint32_t thread, bool fence) {
  run.update(thread, Lock).takes = true;
  if (fence)
    run.fence(thread);
  run.write(thread);
  run.store(thread, Lock).release = true;
}

TEST(Oracle, ExchangeThatFailsReleasesNothing) {
  for (const bool fails : {false, true}) {
    Execution run;
    run.write(0);
    run.fence(0);
    run.update(0).fails = fails;
    run.load(100).acquire = true;
    run.read(100);
    EXPECT_EQ(run.races(), fails ? 1u : 0u);
  }
}

TEST(Oracle, LockWithoutFenceIsLuck) {
  for (const bool fence : {false, true}) {
    Execution run;
    region(run, 0, fence);
    region(run, 100, true);
    const std::vector<Race> races = findRaces(run.events, run.rules);
    ASSERT_EQ(races.size(), fence ? 0u : 1u);
    if (!fence)
      EXPECT_TRUE(races[0].byLock);
  }
}

TEST(Oracle, SizesThatDifferWithinAWordRace) {
  Execution run;
  run.update(0);
  run.update(1).bytes = 8;
  EXPECT_EQ(run.races(), 0u);
  run.rules.comparesWithinWords = false;
  EXPECT_EQ(run.races(), 1u);
}

} // namespace
} // namespace warpsan::oracle
