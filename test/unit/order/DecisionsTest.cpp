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
  void renew() { trace.giveUp({}, Word, 0, 0, 0); }
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

/// One critical section, with or without the fences behind the taking and before
/// the giving back.
abi::Conflict lockedWrite(Logged &run, Trace::Thread at, bool fence, Scope scope,
                          bool lastFence = true) {
  run.trace.read(at, Flag, Scope::Device, abi::SyncLock);
  if (fence)
    run.trace.fence(at, scope);
  const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, at, AccessClass::Write);
  if (lastFence)
    run.trace.fence(at, Scope::Device);
  run.trace.write(at, Flag, Scope::Device);
  return write;
}

std::vector<Decision> twoSections(bool firstFence, bool secondFence, Scope scope = Scope::Device,
                                  bool lastFence = true) {
  Logged run;
  const abi::Conflict first = lockedWrite(run, Producer, firstFence, scope);
  abi::Conflict second = lockedWrite(run, Consumer, secondFence, scope, lastFence);
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

/// The first of the two is in order: the other way round they would not be.
TEST(Decisions, LaterSectionMustEndWithAFence) {
  const auto decisions = twoSections(true, true, Scope::Device, false);
  ASSERT_THAT(decisions, SizeIs(1));
  EXPECT_TRUE(decisions[0].conflict.flags & abi::RaceLock);
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

/// A write in front of a flag, read behind a loop that waits for it.
std::vector<Decision> handOver(uint8_t poll, bool acquires, unsigned times = 1) {
  Logged run;
  const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
  run.trace.fence(Producer, Scope::Device);
  run.trace.write(Producer, Flag, Scope::Device);
  run.trace.read(Consumer, Flag, Scope::Device, poll);
  if (acquires)
    run.trace.fence(Consumer, Scope::Device);
  for (unsigned i = 0; i < times; ++i)
    run.pair(write, Consumer, AccessClass::Read);
  return run.decide();
}

TEST(Decisions, PollsAcquireOrNeedAFence) {
  EXPECT_THAT(handOver(abi::SyncPoll, true), IsEmpty());
  EXPECT_THAT(handOver(abi::SyncStrictPoll, true), IsEmpty());
  const auto strict = handOver(abi::SyncStrictPoll, false);
  ASSERT_THAT(strict, SizeIs(1));
  EXPECT_EQ(strict[0].answer, Answer::Unordered);
}

TEST(Decisions, OrderByTheLenientRuleIsToldOncePerPairOfLines) {
  const auto lenient = handOver(abi::SyncPoll, false, 3);
  ASSERT_THAT(lenient, SizeIs(1));
  EXPECT_EQ(lenient[0].answer, Answer::Ordered);
}

/// It consumes the word, whatever it needs to acquire.
TEST(Decisions, AStrictPollTakesNoLock) {
  for (const uint8_t poll : {abi::SyncPoll, abi::SyncStrictPoll}) {
    Logged run;
    run.trace.read(Producer, Flag, Scope::Device, uint8_t(abi::SyncLock | poll));
    const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
    run.trace.read(Consumer, Flag, Scope::Device, uint8_t(abi::SyncLock | poll));
    run.pair(write, Consumer, AccessClass::Read);
    const auto decisions = run.decide();
    ASSERT_THAT(decisions, SizeIs(1));
    EXPECT_FALSE(decisions[0].conflict.flags & abi::RaceLock);
  }
}

/// RaceFlags of the only pair.
unsigned causeOf(const std::vector<Decision> &decisions) {
  if (decisions.size() != 1 || decisions[0].answer != Answer::Unordered)
    return ~0u;
  return decisions[0].conflict.flags;
}

/// What passes the flag on.
struct HandOver {
  Scope release = Scope::Device;
  Scope write = Scope::Device;
  Scope read = Scope::Device;
  Scope acquire = Scope::Device; ///< None: no fence

  unsigned cause() const {
    Logged run;
    const abi::Conflict data = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
    if (release != Scope::None)
      run.trace.fence(Producer, release);
    run.trace.write(Producer, Flag, write);
    run.trace.read(Consumer, Flag, read);
    if (acquire != Scope::None)
      run.trace.fence(Consumer, acquire);
    run.pair(data, Consumer, AccessClass::Read);
    return causeOf(run.decide());
  }
};

TEST(Cause, NarrowFence) {
  EXPECT_EQ(HandOver{.release = Scope::Block}.cause(), abi::RaceNarrowFence);
  EXPECT_EQ(HandOver{.acquire = Scope::Block}.cause(), abi::RaceNarrowFence);
}

TEST(Cause, NarrowAtomic) {
  EXPECT_EQ(HandOver{.write = Scope::Block}.cause(), abi::RaceNarrowAtomic);
  EXPECT_EQ((HandOver{.read = Scope::Block, .acquire = Scope::Block}.cause()),
            abi::RaceNarrowAtomic);
}

TEST(Cause, MissingFence) {
  EXPECT_EQ(HandOver{.acquire = Scope::None}.cause(), abi::RaceNoFence);
  EXPECT_EQ(HandOver{.release = Scope::None}.cause(), abi::RaceNoFence);
}

TEST(Cause, NothingThatWouldDo) {
  Logged run;
  const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
  run.pair(write, Consumer, AccessClass::Read);
  EXPECT_EQ(causeOf(run.decide()), 0u);
}

TEST(Cause, LockWithoutFenceOrOfTheBlock) {
  EXPECT_EQ(causeOf(twoSections(true, false)), abi::RaceLock);
  EXPECT_EQ(causeOf(twoSections(true, true, Scope::Block)), abi::RaceLock | abi::RaceNarrowFence);
}

/// A section under a lock of its own.
abi::Conflict writeUnder(Logged &run, Trace::Thread at, uint64_t lock) {
  run.trace.read(at, lock, Scope::Device, abi::SyncLock);
  run.trace.fence(at, Scope::Device);
  return run.conflict(abi::ConflictKind::Pair, at, AccessClass::Write);
}

void giveBack(Logged &run, Trace::Thread at, uint64_t lock) {
  run.trace.fence(at, Scope::Device);
  run.trace.write(at, lock, Scope::Device);
}

TEST(Cause, NoCommonLock) {
  for (const bool bothLock : {false, true}) {
    Logged run;
    const abi::Conflict first = writeUnder(run, Producer, Flag);
    giveBack(run, Producer, Flag);
    if (bothLock)
      writeUnder(run, Consumer, Flag + 4);
    run.pair(first, Consumer, AccessClass::Write);
    if (bothLock)
      giveBack(run, Consumer, Flag + 4);
    EXPECT_EQ(causeOf(run.decide()), abi::RaceNoCommonLock);
  }
}

/// Lanes for which one holds the lock: they lack a barrier of the warp.
TEST(Cause, NoLockOfALaneIsMissing) {
  Logged run;
  const abi::Conflict first = writeUnder(run, Producer, Flag);
  giveBack(run, Producer, Flag);
  run.pair(first, {Producer.block, Producer.thread + 1}, AccessClass::Read);
  EXPECT_EQ(causeOf(run.decide()), 0u);
}

/// An entry that a thread claims for itself is none.
TEST(Cause, WhatIsNeverGivenBackIsNoLock) {
  Logged run;
  const abi::Conflict first = writeUnder(run, Producer, Flag);
  writeUnder(run, Consumer, Flag + 4);
  run.pair(first, Consumer, AccessClass::Write);
  EXPECT_EQ(causeOf(run.decide()), 0u);
}

/// That there is no order takes the longest search: it is not repeated for ever.
TEST(Decisions, OneKindOfRaceIsToldSoOftenOnly) {
  Logged run;
  const abi::Conflict write = run.conflict(abi::ConflictKind::Pair, Producer, AccessClass::Write);
  for (unsigned i = 0; i < 100; ++i)
    run.pair(write, Consumer, AccessClass::Read);
  EXPECT_EQ(run.decide().size(), 64u);
}

/// What neighbours did is one row: those of another kind are asked about still.
TEST(Decisions, KindsThatShareARowAreToldEach) {
  Logged run;
  const abi::Conflict ofWarp = run.conflict(abi::ConflictKind::Pair, {0, 31}, AccessClass::Write);
  for (unsigned i = 0; i < 65; ++i)
    run.pair(ofWarp, {0, 1}, AccessClass::Read);
  run.log.conflicts.back().previousMore = 1;
  EXPECT_EQ(run.decide().size(), 65u);
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

/// malloc gave the word out anew: only what came since is an access of it.
TEST(Decisions, NewMemoryStartsAnew) {
  Logged run;
  run.giveUp(Producer, AccessClass::Write, 5);
  const abi::Conflict before =
      run.conflict(abi::ConflictKind::AskGivenUp, Consumer, AccessClass::Write);
  run.renew();
  run.giveUp(Third, AccessClass::Read, 6);
  run.log.conflicts.push_back(
      run.conflict(abi::ConflictKind::AskGivenUp, Consumer, AccessClass::Write));
  auto decisions = run.decide();
  ASSERT_THAT(decisions, SizeIs(1));
  EXPECT_EQ(decisions[0].conflict.previousSite, 6u);
  run.log.conflicts = {before};
  decisions = run.decide();
  ASSERT_THAT(decisions, SizeIs(1)) << "what was asked before is not changed by it";
  EXPECT_EQ(decisions[0].conflict.previousSite, 5u);
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
