//===- RaceClassesTest.cpp - Classes of races, their texts and their page --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Classes.h"
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace warpsan::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr RaceClass AllClasses[] = {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair, Atomics) RaceClass::Name,
#include "report/race_classes.def"
};

Access access(AccessKind kind, uint32_t line, Scope scope = Scope::None) {
  Access made;
  made.siteKnown = true;
  made.kind = kind;
  made.scope = scope;
  made.frames = {{"kernel()", "src/a.cu", line, 1}};
  return made;
}

/// A write of line 10, then a read of line 20.
Report pair(Relation relation, uint8_t cause = 0) {
  Report made;
  made.previous = access(AccessKind::Write, 10);
  made.current = access(AccessKind::Read, 20);
  made.relation = made.widest = relation;
  made.cause = cause;
  return made;
}

std::string repair(Report report) {
  report.raceClass = classifyRace(report);
  return repairOf(report);
}

TEST(RaceClasses, EachHasWordsOfItsOwn) {
  std::set<std::string> ids, titles;
  for (const RaceClass each : AllClasses) {
    EXPECT_TRUE(ids.insert(classId(each)).second) << classId(each);
    EXPECT_TRUE(titles.insert(classTitle(each)).second) << classTitle(each);
  }
}

/// Every repair says where, and no name in braces is left.
TEST(RaceClasses, EachRepairNamesLines) {
  for (const RaceClass each : AllClasses) {
    Report report = pair(Relation::Grid);
    report.raceClass = each;
    EXPECT_THAT(repairOf(report), HasSubstr("a.cu:20")) << classId(each);
    EXPECT_THAT(repairOf(report), Not(HasSubstr("{"))) << classId(each);
  }
}

TEST(RaceClasses, PageHasThemAll) {
  std::ifstream file(WARPSAN_SOURCE_DIR "/docs/races.md");
  std::stringstream page;
  page << file.rdbuf();
  for (const RaceClass each : AllClasses) {
    const std::string row = std::string("| ") + classTitle(each) + " | " + classReason(each) +
                            " | " + classRepair(each) + " |\n";
    EXPECT_THAT(page.str(), HasSubstr(row));
  }
}

TEST(RaceClasses, RepairReachesFromOneThreadToTheOther) {
  EXPECT_THAT(repair(pair(Relation::Block)),
              HasSubstr("__syncthreads() between a.cu:10 and a.cu:20"));
  EXPECT_THAT(repair(pair(Relation::Warp)), HasSubstr("__syncwarp() between a.cu:10 and a.cu:20"));
  EXPECT_THAT(repair(pair(Relation::Grid, abi::RaceNoFence)),
              HasSubstr("__threadfence() between a.cu:10 and the write"));
  EXPECT_THAT(repair(pair(Relation::Block, abi::RaceNoFence)),
              HasSubstr("__threadfence_block() between a.cu:10 and the write"));
}

/// No barrier can stand between two threads that run one update.
TEST(RaceClasses, OneLine) {
  Report report = pair(Relation::Block);
  report.previous.frames[0].line = 20;
  EXPECT_EQ(repair(report),
            "an atomic update at a.cu:20 (atomicAdd() or the like), or an element of its own for "
            "each thread; only if one access is to come before the other, as between rounds of a "
            "loop, __syncthreads() between the two accesses of a.cu:20, reached by all threads of "
            "the block");
  report.widest = Relation::Warp;
  EXPECT_THAT(repair(report), AllOf(StartsWith("an atomic update at a.cu:20"),
                                    HasSubstr("__syncwarp() between the two accesses of a.cu:20")));
  report.previous.frames[0].file = "src/b.cu";
  EXPECT_THAT(repair(report), StartsWith("__syncwarp() between a.cu:20 and b.cu:20"));
}

/// Their repairs name atomics already, or something else.
TEST(RaceClasses, OneLineOfOtherClasses) {
  Report report = pair(Relation::Grid);
  report.previous.frames[0].line = 20;
  EXPECT_THAT(repair(report), StartsWith("atomics at a.cu:20, an element"));
}

TEST(RaceClasses, UnknownEarlierLine) {
  Report report = pair(Relation::Block);
  report.previous = {};
  EXPECT_THAT(repair(report), HasSubstr("between the earlier access and a.cu:20"));
}

TEST(RaceClasses, WhatWouldHaveOrderedThePair) {
  const auto classOf = [](uint8_t cause) { return classifyRace(pair(Relation::Grid, cause)); };
  EXPECT_EQ(classOf(0), RaceClass::BetweenBlocks);
  EXPECT_EQ(classOf(abi::RaceNoFence), RaceClass::MissingFence);
  EXPECT_EQ(classOf(abi::RaceNarrowFence), RaceClass::NarrowFence);
  EXPECT_EQ(classOf(abi::RaceNarrowAtomic), RaceClass::NarrowScope);
  EXPECT_EQ(classOf(abi::RaceNoCommonLock), RaceClass::CommonLock);
  EXPECT_EQ(classOf(abi::RaceLock), RaceClass::Lock);
  EXPECT_EQ(classOf(abi::RaceLock | abi::RaceNarrowFence), RaceClass::LockScope);
}

TEST(RaceClasses, VolatileAccessesMayLackAFenceToo) {
  Report report = pair(Relation::Grid);
  report.current.isVolatile = report.previous.isVolatile = true;
  EXPECT_EQ(classifyRace(report), RaceClass::Volatile);
  report.cause = abi::RaceNoFence;
  EXPECT_EQ(classifyRace(report), RaceClass::MissingFence);
}

/// No fence repairs those.
TEST(RaceClasses, AtomicsComeFirst) {
  Report report = pair(Relation::Grid, abi::RaceLock);
  report.previous = access(AccessKind::AtomicRmw, 10, Scope::Block);
  report.current = access(AccessKind::AtomicRmw, 20, Scope::Device);
  EXPECT_EQ(classifyRace(report), RaceClass::NarrowScope);
  report.previous.scope = Scope::Device;
  EXPECT_EQ(classifyRace(report), RaceClass::MixedSize);
  report.cause = abi::RaceNoFence;
  report.previous = access(AccessKind::Write, 10);
  EXPECT_EQ(classifyRace(report), RaceClass::AtomicPlain);
}

} // namespace
} // namespace warpsan::report
