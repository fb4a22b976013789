//===- DedupTest.cpp - One report per pair of lines ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Dedup.h"
#include "report/Classes.h"
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

Access access(AccessKind kind, uint32_t line) {
  Access made;
  made.siteKnown = line != 0;
  made.kind = kind;
  made.size = 4;
  made.frames = {{"k", "a.cu", line, 0}};
  return made;
}

Report report(AccessKind current, uint32_t line, AccessKind previous, uint32_t previousLine,
              uint64_t count = 1) {
  Report made;
  made.current = access(current, line);
  made.previous = access(previous, previousLine);
  made.count = count;
  made.unknownPartners = previousLine ? 0 : count;
  made.raceClass = classifyRace(made);
  return made;
}

TEST(Dedup, PairIsUnordered) {
  Dedup dedup;
  dedup.add(report(AccessKind::Read, 20, AccessKind::Write, 17, 2));
  dedup.add(report(AccessKind::Write, 17, AccessKind::Read, 20, 3));
  const auto reports = dedup.take();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].count, 5u);
  EXPECT_TRUE(reports[0].otherKinds.empty());
}

TEST(Dedup, OtherPairsStayApart) {
  Dedup dedup;
  dedup.add(report(AccessKind::Read, 20, AccessKind::Write, 17));
  dedup.add(report(AccessKind::Read, 21, AccessKind::Write, 17));
  dedup.add(report(AccessKind::Write, 17, AccessKind::Write, 17));
  EXPECT_EQ(dedup.take().size(), 3u);
}

TEST(Dedup, PrefersReadAgainstWrite) {
  for (const bool readFirst : {true, false}) {
    Dedup dedup;
    const Report read = report(AccessKind::Read, 15, AccessKind::Write, 15);
    const Report write = report(AccessKind::Write, 15, AccessKind::Write, 15);
    dedup.add(readFirst ? read : write);
    dedup.add(readFirst ? write : read);
    const auto reports = dedup.take();
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].current.kind, AccessKind::Read);
    ASSERT_EQ(reports[0].otherKinds.size(), 1u);
    EXPECT_EQ(reports[0].otherKinds[0], "write / write");
  }
}

TEST(Dedup, RepairReachesTheWidestRelation) {
  Dedup dedup;
  Report narrow = report(AccessKind::Read, 20, AccessKind::Write, 17);
  narrow.relation = narrow.widest = Relation::Warp;
  narrow.raceClass = classifyRace(narrow);
  EXPECT_EQ(narrow.raceClass, RaceClass::WarpBarrier);
  Report wide = report(AccessKind::Read, 20, AccessKind::Write, 17);
  wide.relation = wide.widest = Relation::Grid;
  dedup.add(narrow);
  dedup.add(wide);
  dedup.add(narrow);
  const auto reports = dedup.take();
  EXPECT_EQ(reports[0].relation, Relation::Grid);
  EXPECT_EQ(reports[0].raceClass, RaceClass::BetweenBlocks);
}

TEST(Dedup, PrefersKnownThread) {
  Dedup dedup;
  Report vague = report(AccessKind::Read, 20, AccessKind::Write, 17);
  vague.previous.known = abi::Known::Block;
  dedup.add(vague);
  dedup.add(report(AccessKind::Read, 20, AccessKind::Write, 17));
  EXPECT_EQ(dedup.take()[0].previous.known, abi::Known::Thread);
}

TEST(Dedup, OneChangingStoreEndsSameValue) {
  Dedup dedup;
  Report same = report(AccessKind::Write, 15, AccessKind::Write, 15);
  same.sameValue = true;
  same.raceClass = RaceClass::SameValue;
  dedup.add(same);
  dedup.add(report(AccessKind::Write, 15, AccessKind::Write, 15));
  EXPECT_EQ(dedup.take()[0].raceClass, RaceClass::BlockBarrier);
}

TEST(Dedup, UnknownPartnerJoinsReportOfItsLine) {
  Dedup dedup;
  dedup.add(report(AccessKind::Read, 20, AccessKind::Read, 0, 7));
  dedup.add(report(AccessKind::Write, 17, AccessKind::Read, 20));
  const auto reports = dedup.take();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].count, 8u);
  EXPECT_EQ(reports[0].unknownPartners, 7u);
  EXPECT_TRUE(reports[0].otherKinds.empty());
}

TEST(Dedup, UnknownPartnerAloneIsReported) {
  Dedup dedup;
  dedup.add(report(AccessKind::Read, 20, AccessKind::Read, 0));
  dedup.add(report(AccessKind::Write, 17, AccessKind::Read, 18));
  EXPECT_EQ(dedup.take().size(), 2u);
}

TEST(Dedup, UnknownCountStaysUnknown) {
  Dedup dedup;
  Report crashed = report(AccessKind::Read, 20, AccessKind::Write, 17);
  crashed.countKnown = false;
  dedup.add(report(AccessKind::Read, 20, AccessKind::Write, 17));
  dedup.add(crashed);
  EXPECT_FALSE(dedup.take()[0].countKnown);
}

} // namespace
} // namespace warpsan::report
