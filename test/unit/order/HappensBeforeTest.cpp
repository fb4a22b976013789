//===- HappensBeforeTest.cpp - Litmus tests of order between threads -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/order/Trace.h"
#include <gtest/gtest.h>

namespace warpsan::order {
namespace {

using test::Scope;
using test::Trace;
using Thread = Trace::Thread;

constexpr uint64_t Flag = 0x1000, Counter = 0x2000, Other = 0x3000;
constexpr Thread Producer{0, 0}, Consumer{1, 0}, Third{2, 0};

TEST(HappensBefore, MessagePassing) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.fence(Producer, Scope::Device);
  trace.write(Producer, Flag, Scope::Device);
  trace.read(Consumer, Flag, Scope::Device);
  trace.fence(Consumer, Scope::Device);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Ordered);
  EXPECT_EQ(trace.ask(data, trace.access(Third)), Answer::Unordered);
}

TEST(HappensBefore, AccessBehindTheFenceIsNotCovered) {
  Trace trace;
  trace.fence(Producer, Scope::Device);
  const Position data = trace.access(Producer);
  trace.write(Producer, Flag, Scope::Device);
  trace.read(Consumer, Flag, Scope::Device);
  trace.fence(Consumer, Scope::Device);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
}

/// A barrier of the grid as many programs make it: each thread fences what it
/// wrote, then one thread of the block counts the block in.
TEST(HappensBefore, FenceBeforeTheBarrierOfTheBlock) {
  constexpr Thread Leader{0, 64};
  for (const bool isSequential : {true, false}) {
    const uint8_t flags = isSequential ? abi::SyncSequential : 0;
    Trace trace;
    const Position data = trace.access(Producer);
    trace.fence(Producer, Scope::Device, flags);
    const Position late = trace.access(Producer);
    trace.barrier(Producer);
    trace.barrier(Leader);
    trace.write(Leader, Counter, Scope::Device);
    trace.read(Consumer, Counter, Scope::Device);
    trace.fence(Consumer, Scope::Device, abi::SyncSequential);
    const Position seen = trace.access(Consumer);
    EXPECT_EQ(trace.ask(data, seen), isSequential ? Answer::Ordered : Answer::Unordered);
    EXPECT_EQ(trace.ask(late, seen), Answer::Unordered);
  }
}

TEST(HappensBefore, FenceBeforeTheBarrierNeedsASequentialReader) {
  constexpr Thread Leader{0, 64};
  Trace trace;
  const Position data = trace.access(Producer);
  trace.fence(Producer, Scope::Device, abi::SyncSequential);
  trace.barrier(Producer);
  trace.barrier(Leader);
  trace.write(Leader, Counter, Scope::Device);
  trace.read(Consumer, Counter, Scope::Device, abi::SyncAcquire);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
  trace.read(Third, Counter, Scope::Device, abi::SyncPoll);
  EXPECT_EQ(trace.ask(data, trace.access(Third)), Answer::Ordered);
}

TEST(HappensBefore, FenceBeforeTheBarrierHasAScope) {
  constexpr Thread Leader{0, 64};
  Trace trace;
  const Position data = trace.access(Producer);
  trace.fence(Producer, Scope::Block, abi::SyncSequential);
  trace.barrier(Producer);
  trace.barrier(Leader);
  trace.write(Leader, Counter, Scope::Device);
  trace.read(Consumer, Counter, Scope::Device);
  trace.fence(Consumer, Scope::Device, abi::SyncSequential);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
}

/// Two fences alone, whatever their order in this run.
TEST(HappensBefore, FencesWithoutCommunicationOrderNothing) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.fence(Producer, Scope::Device, abi::SyncSequential);
  trace.fence(Consumer, Scope::Device, abi::SyncSequential);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
}

TEST(HappensBefore, WithoutFenceOfTheReader) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.fence(Producer, Scope::Device);
  trace.write(Producer, Flag, Scope::Device);
  trace.read(Consumer, Flag, Scope::Device);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
}

TEST(HappensBefore, PollAcquiresWithoutFence) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.fence(Producer, Scope::Device);
  trace.write(Producer, Flag, Scope::Device);
  trace.read(Consumer, Flag, Scope::Device, abi::SyncPoll);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Ordered);
}

TEST(HappensBefore, ReleaseAndAcquireOperations) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.write(Producer, Flag, Scope::Device, abi::SyncRelease);
  const Position later = trace.access(Producer);
  trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Ordered);
  EXPECT_EQ(trace.ask(later, trace.access(Consumer)), Answer::Unordered);
}

/// Every part of the pattern may be the one that is too narrow.
TEST(HappensBefore, EachScopeCounts) {
  for (unsigned narrow = 0; narrow < 4; ++narrow) {
    const auto scope = [&](unsigned part) { return part == narrow ? Scope::Block : Scope::Device; };
    Trace trace;
    const Position data = trace.access(Producer);
    trace.fence(Producer, scope(0));
    trace.write(Producer, Flag, scope(1));
    const Thread readers[] = {Consumer, {0, 40}};
    for (const Thread reader : readers) {
      trace.read(reader, Flag, scope(2));
      trace.fence(reader, scope(3));
    }
    EXPECT_EQ(trace.ask(data, trace.access(readers[0])), Answer::Unordered) << narrow;
    EXPECT_EQ(trace.ask(data, trace.access(readers[1])), Answer::Ordered) << narrow;
  }
}

TEST(HappensBefore, EarlierWideFenceCountsBehindANarrowOne) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.fence(Producer, Scope::Device);
  const Position later = trace.access(Producer);
  trace.fence(Producer, Scope::Block);
  trace.write(Producer, Flag, Scope::Device);
  trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Ordered);
  EXPECT_EQ(trace.ask(later, trace.access(Consumer)), Answer::Unordered);
}

TEST(HappensBefore, ReadBeforeTheWriteSeesNothing) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  trace.fence(Producer, Scope::Device);
  trace.write(Producer, Flag, Scope::Device);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
}

TEST(HappensBefore, OtherLocationOrdersNothing) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.write(Producer, Flag, Scope::Device, abi::SyncRelease);
  trace.write(Third, Other, Scope::Device, abi::SyncRelease);
  trace.read(Consumer, Other, Scope::Device, abi::SyncAcquire);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
}

/// The block of the releaser and that of the acquirer pass it on by barriers.
TEST(HappensBefore, BarriersOnBothSides) {
  Trace trace;
  const Thread writer{0, 40}, reader{1, 40};
  const Position data = trace.access(writer);
  trace.barrier(writer);
  trace.barrier(Producer);
  trace.fence(Producer, Scope::Device);
  trace.write(Producer, Flag, Scope::Device);
  trace.read(Consumer, Flag, Scope::Device);
  trace.fence(Consumer, Scope::Device);
  const Position early = trace.access(reader);
  trace.barrier(Consumer);
  trace.barrier(reader);
  EXPECT_EQ(trace.ask(data, early), Answer::Unordered);
  EXPECT_EQ(trace.ask(data, trace.access(reader)), Answer::Ordered);
}

/// A fence covers what comes before it in causality order only.
TEST(HappensBefore, BarrierBehindTheFenceIsTooLate) {
  Trace trace;
  const Thread writer{0, 40};
  const Position data = trace.access(writer);
  trace.fence(Producer, Scope::Device);
  trace.barrier(writer);
  trace.barrier(Producer);
  trace.write(Producer, Flag, Scope::Device);
  trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
}

TEST(HappensBefore, ChainThroughAThirdThread) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.write(Producer, Counter, Scope::Device, abi::SyncRelease);
  trace.read(Third, Counter, Scope::Device, abi::SyncAcquire);
  trace.write(Third, Flag, Scope::Device, abi::SyncRelease);
  trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Ordered);
}

TEST(HappensBefore, ChainInTheWrongOrder) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.write(Third, Flag, Scope::Device, abi::SyncRelease);
  trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  trace.write(Producer, Counter, Scope::Device, abi::SyncRelease);
  trace.read(Third, Counter, Scope::Device, abi::SyncAcquire);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
}

/// A narrow link in a chain breaks it, whatever the others are.
TEST(HappensBefore, NarrowLinkBreaksAChain) {
  Trace trace;
  const Position data = trace.access(Producer);
  trace.write(Producer, Counter, Scope::Block, abi::SyncRelease);
  trace.read(Third, Counter, Scope::Device, abi::SyncAcquire);
  trace.write(Third, Flag, Scope::Device, abi::SyncRelease);
  trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Unordered);
}

TEST(HappensBefore, NamedBarrierJoinsOneGeneration) {
  Trace trace;
  const Thread producer{0, 0}, consumer{0, 64};
  const Position first = trace.access(producer);
  trace.arrive(producer, Counter, 1);
  const Position second = trace.access(producer);
  trace.arrive(consumer, Counter, 1);
  trace.wait(consumer, Counter, 1);
  EXPECT_EQ(trace.ask(first, trace.access(consumer)), Answer::Ordered);
  EXPECT_EQ(trace.ask(second, trace.access(consumer)), Answer::Unordered);
}

/// A tree barrier of 64 blocks: leaves of 8, a root, a flag.
TEST(HappensBefore, TreeBarrier) {
  Trace trace;
  constexpr uint32_t Blocks = 64, Fan = 8;
  std::vector<Position> before;
  for (uint32_t block = 0; block < Blocks; ++block)
    before.push_back(trace.access({block, 0}));
  for (uint32_t block = 0; block < Blocks; ++block) {
    const uint64_t leaf = Counter + block / Fan * 4;
    trace.write({block, 0}, leaf, Scope::Device, abi::SyncRelease);
    trace.read({block, 0}, leaf, Scope::Device, abi::SyncAcquire);
    if (block % Fan != Fan - 1)
      continue;
    trace.write({block, 0}, Other, Scope::Device, abi::SyncRelease);
    trace.read({block, 0}, Other, Scope::Device, abi::SyncAcquire);
  }
  trace.write({Blocks - 1, 0}, Flag, Scope::Device, abi::SyncRelease);
  for (uint32_t block = 0; block < Blocks; ++block)
    trace.read({block, 0}, Flag, Scope::Device, abi::SyncAcquire);
  HappensBefore order(trace.events);
  for (uint32_t from = 0; from < Blocks; ++from)
    for (uint32_t to = 0; to < Blocks; ++to)
      EXPECT_EQ(order.ask(before[from], trace.access({to, 0}), trace.moment()), Answer::Ordered);
}

/// One question must not cost as much as all events.
TEST(HappensBefore, LastOfManyBlocks) {
  Trace trace;
  constexpr uint32_t Blocks = 100'000;
  std::vector<Position> before;
  for (uint32_t block = 0; block < Blocks; ++block) {
    before.push_back(trace.access({block, 0}));
    trace.write({block, 0}, Counter, Scope::Device, abi::SyncRelease);
    trace.read({block, 0}, Counter, Scope::Device, abi::SyncAcquire);
  }
  HappensBefore order(trace.events);
  const Position last = trace.access({Blocks - 1, 0});
  for (const Position &each : before)
    EXPECT_EQ(order.ask(each, last, trace.moment()), Answer::Ordered);
}

/// Each time one of two threads takes the lock it sees all that the other released.
TEST(HappensBefore, LockThatIsTakenOftenLeadsNowhereElse) {
  Trace trace;
  const Position data = trace.access(Producer);
  for (int round = 0; round < 5000; ++round)
    for (const Thread at : {Producer, Consumer}) {
      trace.read(at, Flag, Scope::Device, abi::SyncAcquire);
      trace.write(at, Flag, Scope::Device, abi::SyncRelease);
    }
  trace.read(Third, Other, Scope::Device, abi::SyncAcquire);
  EXPECT_EQ(trace.ask(data, trace.access(Third)), Answer::Unordered);
  EXPECT_EQ(trace.ask(data, trace.access(Consumer)), Answer::Ordered);
}

} // namespace
} // namespace warpsan::order
