//===- DecisionsTest.cpp - Conflicts of a log ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order/Decisions.h"
#include "core/history.h"
#include "test/unit/order/Trace.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::order {
namespace {

using test::Scope;
using test::Trace;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr uint64_t Flag = 0x1000, Word = 0x2000;
constexpr Trace::Thread Producer{0, 0}, Consumer{1, 0}, Third{2, 0};

struct Logged {
  Trace trace;
  Log log;

  abi::Conflict conflict(abi::ConflictKind kind, Trace::Thread at, AccessClass usage) {
    abi::Conflict row{};
    row.word = row.address = Word;
    row.thread = trace.number(at);
    row.clocks = trace.now(at);
    row.moment = trace.moment();
    row.launch = Trace::Launch;
    row.usage = uint8_t(usage);
    row.bytes = 15;
    row.kind = uint8_t(kind);
    return row;
  }
  void giveUp(Trace::Thread at, AccessClass usage, uint32_t site) {
    trace.giveUp(at, Word, site, uint8_t(usage), 15);
  }
  void pair(const abi::Conflict &earlier, Trace::Thread at, AccessClass usage) {
    abi::Conflict row = conflict(abi::ConflictKind::Pair, at, usage);
    row.previousThread = earlier.thread;
    row.previousClocks = earlier.clocks;
    row.previousUsage = earlier.usage;
    row.previousBytes = earlier.bytes;
    log.conflicts.push_back(row);
  }
  std::vector<Decision> decide() {
    log.events = trace.events;
    return order::decide(log);
  }
};

TEST(Decisions, OrderedPairIsNoRace) {
  Logged run;
  const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
  run.trace.write(Producer, Flag, Scope::Device, abi::SyncRelease);
  run.trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  run.pair(write, Consumer, AccessClass::Read);
  EXPECT_THAT(run.decide(), IsEmpty());
}

TEST(Decisions, UnorderedPairIsARace) {
  Logged run;
  const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
  run.pair(write, Consumer, AccessClass::Read);
  const auto decisions = run.decide();
  ASSERT_THAT(decisions, SizeIs(1));
  EXPECT_EQ(decisions[0].answer, Answer::Unordered);
}

/// One critical section, with or without the fence behind the taking.
abi::Conflict lockedWrite(Logged &run, Trace::Thread at, bool fence, Scope scope) {
  run.trace.read(at, Flag, Scope::Device, abi::SyncLock);
  if (fence)
    run.trace.fence(at, scope);
  const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, at, AccessClass::Write);
  run.trace.fence(at, Scope::Device);
  run.trace.write(at, Flag, Scope::Device);
  return write;
}

std::vector<Decision> twoSections(bool firstFence, bool secondFence, Scope scope = Scope::Device) {
  Logged run;
  const abi::Conflict first = lockedWrite(run, Producer, firstFence, scope);
  abi::Conflict second = lockedWrite(run, Consumer, secondFence, scope);
  second.previousThread = first.thread;
  second.previousClocks = first.clocks;
  second.previousUsage = first.usage;
  second.previousBytes = first.bytes;
  run.log.conflicts.push_back(second);
  return run.decide();
}

TEST(Decisions, LocksOrderCriticalSections) { EXPECT_THAT(twoSections(true, true), IsEmpty()); }

/// Whichever of the two comes first.
TEST(Decisions, LockWithoutFenceIsAFault) {
  for (const bool firstFence : {false, true}) {
    const auto decisions = twoSections(firstFence, !firstFence);
    ASSERT_THAT(decisions, SizeIs(1));
    EXPECT_EQ(decisions[0].answer, Answer::Unordered);
    EXPECT_TRUE(decisions[0].conflict.flags & abi::RaceLock);
  }
}

TEST(Decisions, FenceOfALockMustReachTheOtherBlock) {
  EXPECT_THAT(twoSections(true, true, Scope::Block), SizeIs(1));
}

/// A thread that pushes to a list writes its next node behind the compare-and-swap of
/// the one before: that took no lock.
TEST(Decisions, ListWithoutALockIsNoFaultyLock) {
  Logged run;
  const auto push = [&](Trace::Thread at) {
    run.trace.fence(at, Scope::Device);
    run.trace.write(at, Flag, Scope::Device, abi::SyncLock | abi::SyncCompare);
    run.trace.read(at, Flag, Scope::Device, abi::SyncLock | abi::SyncCompare);
  };
  push(Producer);
  const abi::Conflict node = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
  push(Producer);
  push(Consumer);
  run.trace.fence(Consumer, Scope::Device);
  run.pair(node, Consumer, AccessClass::Read);
  EXPECT_THAT(run.decide(), IsEmpty());
}

/// Written before the lock is taken, published by giving it back.
TEST(Decisions, PublicationUnderALockIsOrder) {
  Logged run;
  const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
  lockedWrite(run, Producer, false, Scope::Device);
  run.trace.read(Consumer, Flag, Scope::Device, abi::SyncLock);
  run.trace.fence(Consumer, Scope::Device);
  run.pair(write, Consumer, AccessClass::Read);
  EXPECT_THAT(run.decide(), IsEmpty());
}

TEST(Decisions, EventsOfOtherLaunchesOrderNothing) {
  Logged run;
  const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
  run.trace.write(Producer, Flag, Scope::Device, abi::SyncRelease);
  run.trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  for (abi::OrderEvent &event : run.trace.events)
    event.launch = Trace::Launch + 1;
  run.pair(write, Consumer, AccessClass::Read);
  EXPECT_THAT(run.decide(), SizeIs(1));
}

/// Accesses that left the history of the word still count.
TEST(Decisions, GivenUpAccessesAreAsked) {
  Logged run;
  run.giveUp(Producer, AccessClass::Read, 5);
  run.trace.write(Producer, Flag, Scope::Device, abi::SyncRelease);
  run.giveUp(Third, AccessClass::Read, 6);
  run.trace.read(Consumer, Flag, Scope::Device, abi::SyncAcquire);
  run.log.conflicts.push_back(
      run.conflict(abi::ConflictKind::AskGivenUp, Consumer, AccessClass::Write));
  const auto decisions = run.decide();
  ASSERT_THAT(decisions, SizeIs(1));
  EXPECT_EQ(decisions[0].conflict.previousSite, 6u);
}

/// They may be millions.
TEST(Decisions, OneRaceOfAKindIsEnoughOfThoseGivenUp) {
  Logged run;
  for (uint32_t i = 0; i < 10; ++i) {
    run.giveUp(Producer, AccessClass::Read, 5);
    run.giveUp(Producer, AccessClass::Read, 6);
  }
  run.log.conflicts.push_back(
      run.conflict(abi::ConflictKind::AskGivenUp, Consumer, AccessClass::Write));
  EXPECT_THAT(run.decide(), SizeIs(2));
}

TEST(Decisions, OnlyThoseThatConflictAreAsked) {
  Logged run;
  run.giveUp(Producer, AccessClass::UpdateDevice, 5);
  run.log.conflicts.push_back(
      run.conflict(abi::ConflictKind::AskGivenUp, Consumer, AccessClass::UpdateDevice));
  EXPECT_THAT(run.decide(), IsEmpty());
}

/// The last one in resets the counter by a plain store.
TEST(Decisions, WhatWasSeenInTheWordItselfIsOrdered) {
  for (const Scope scope : {Scope::Device, Scope::Block}) {
    Logged run;
    const abi::Conflict update =
        run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::UpdateDevice);
    run.trace.write(Producer, Word, scope);
    run.trace.read(Consumer, Word, Scope::Device);
    run.pair(update, Consumer, AccessClass::Write);
    EXPECT_THAT(run.decide(), SizeIs(scope == Scope::Device ? 0 : 1));
    run.pair(update, Third, AccessClass::Write);
    EXPECT_THAT(run.decide(), SizeIs(scope == Scope::Device ? 1 : 2)) << "it has not looked";
  }
}

TEST(Decisions, WhatWasSeenElsewhereNeedsAFence) {
  Logged run;
  const abi::Conflict update =
      run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::UpdateDevice);
  run.trace.write(Producer, Flag, Scope::Device);
  run.trace.read(Consumer, Flag, Scope::Device);
  run.pair(update, Consumer, AccessClass::Write);
  EXPECT_THAT(run.decide(), SizeIs(1));
}

} // namespace
} // namespace warpsan::order
