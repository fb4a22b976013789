//===- RunMergeTest.cpp - Merging, comparing, summing up -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/RunMerge.h"
#include "report/JsonReader.h"
#include "report/JsonWriter.h"
#include "report/RunDiff.h"
#include "report/SummaryWriter.h"
#include "report/TextWriter.h"
#include "test/unit/report/Findings.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

RunReport runOfRank(const std::string &rank) {
  RunReport run = exampleRun();
  run.process.rank = rank;
  return run;
}

TEST(RunMerge, OneRaceOfTwoRanks) {
  RunReport second = runOfRank("1");
  second.races[0].count = 2;
  second.races[0].countKnown = false;
  second.races[0].otherKinds = {"write / write"};
  const RunReport merged = mergeRuns({runOfRank("0"), second});
  ASSERT_EQ(merged.races.size(), 1u);
  const Report &race = merged.races[0];
  EXPECT_EQ(race.count, 130u);
  EXPECT_FALSE(race.countKnown);
  EXPECT_THAT(race.otherKinds, ElementsAre("write / write"));
  EXPECT_EQ(race.seenBy.processes, 2u);
  EXPECT_THAT(race.seenBy.ranks, ElementsAre("0", "1"));
  EXPECT_EQ(merged.summary.races, 1u);
  EXPECT_EQ(merged.process.merged.processes, 2u);
  EXPECT_THAT(writeText(race), HasSubstr("  In: 2 processes, ranks 0,1\n"));
}

TEST(RunMerge, NothingIsLost) {
  RunReport second = runOfRank("1");
  second.races[0].id = "2222222222222222";
  second.outOfBounds = {exampleOutOfBounds()};
  second.summary.outOfBounds = 1;
  second.notes = {"a note"};
  second.summary.lost = 3;
  const RunReport merged = mergeRuns({runOfRank("0"), second});
  EXPECT_EQ(merged.races.size(), 2u);
  EXPECT_EQ(merged.outOfBounds.size(), 1u);
  EXPECT_EQ(merged.summary.outOfBounds, 1u);
  EXPECT_EQ(merged.summary.lost, 3u);
  EXPECT_THAT(merged.notes, ElementsAre("a note"));
}

TEST(RunMerge, OfOneRunKeepsTheVerdict) {
  EXPECT_EQ(verdictLine(mergeRuns({exampleRun()}).summary), verdictLine(exampleRun().summary));
  EXPECT_EQ(reasonLines(mergeRuns({exampleRun()}).summary), reasonLines(exampleRun().summary));
}

TEST(RunMerge, OfMergedOnes) {
  const RunReport ranks = mergeRuns({runOfRank("0"), runOfRank("1")});
  const RunFile read = readJson(writeJson(ranks), "f");
  ASSERT_THAT(read.problems, IsEmpty());
  const RunReport all = mergeRuns({read.runs.at(0), runOfRank("2")});
  EXPECT_EQ(all.races[0].count, 3u * 128);
  EXPECT_THAT(all.races[0].seenBy.ranks, ElementsAre("0", "1", "2"));
  EXPECT_EQ(all.process.merged.processes, 3u);
}

TEST(RunMerge, CoverageTakesTheWorst) {
  RunReport second = runOfRank("1");
  second.coverage.sites[0].state = SiteState::NotAnalysed;
  second.coverage.sites[0].reasons = reasonBit(abi::Reason::ShadowMemory);
  second.coverage.kernels[0].reasons = reasonBit(abi::Reason::ShadowMemory);
  const RunReport merged = mergeRuns({runOfRank("0"), second});
  const Coverage &coverage = merged.summary.coverage;
  EXPECT_EQ(coverage.sites, 3u);
  EXPECT_EQ(coverage.notAnalysed, 2u);
  EXPECT_EQ(coverage.kernels, 1u);
  EXPECT_EQ(coverage.kernelsAnalysed, 0u);
  EXPECT_EQ(coverage.reasons[unsigned(abi::Reason::ShadowMemory)].sites, 1u);
  EXPECT_EQ(merged.coverage.kernels[0].launches, 6u);
  EXPECT_EQ(merged.coverage.kernels[0].notAnalysed, 2u);
}

TEST(RunMerge, SuppressedOnlyIfEverywhere) {
  RunReport second = runOfRank("1");
  second.races[0].suppressed = {"race:foo", ""};
  EXPECT_EQ(mergeRuns({runOfRank("0"), second}).summary.races, 1u);
  EXPECT_EQ(mergeRuns({second, second}).summary.races, 0u);
  EXPECT_EQ(mergeRuns({second, second}).summary.suppressed, 1u);
}

TEST(RunMerge, SuppressedOutOfBoundsOnlyIfEverywhere) {
  RunReport first = runOfRank("0");
  first.outOfBounds = {exampleOutOfBounds()};
  first.summary.outOfBounds = 1;
  RunReport second = first;
  second.outOfBounds[0].suppressed = {"bounds:sum", ""};
  const RunSummary shown = mergeRuns({second, first}).summary;
  EXPECT_EQ(shown.outOfBounds, 1u);
  EXPECT_EQ(shown.suppressed, 0u);
  const RunSummary hidden = mergeRuns({second, second}).summary;
  EXPECT_EQ(hidden.outOfBounds, 0u);
  EXPECT_EQ(hidden.suppressed, 1u);
}

TEST(RunMerge, ExitCodeOfTheWorst) {
  RunReport fine = exampleRun();
  fine.exitCode.reset();
  RunReport blind = exampleRun();
  blind.exitCode = ExitNotAnalysed;
  RunReport failed = exampleRun();
  failed.exitCode = ExitToolFailed;
  EXPECT_EQ(mergeRuns({fine, fine}).exitCode, std::nullopt);
  EXPECT_EQ(mergeRuns({blind, failed, fine}).exitCode, ExitToolFailed);
  EXPECT_EQ(mergeRuns({exampleRun(), failed}).exitCode, 66);
}

TEST(RunDiff, ById) {
  RunReport after = exampleRun();
  Report added = exampleRace();
  added.id = "2222222222222222";
  after.races.push_back(added);
  EXPECT_EQ(writeText(diffRuns(exampleRun(), after)),
            "new  2222222222222222 block-barrier racy.cu:17 <-> racy.cu:20 in kernel(float*)\n"
            "same 0123456789abcdef block-barrier racy.cu:17 <-> racy.cu:20 in kernel(float*)\n"
            "WarpSan: new=1 gone=0 same=1\n");
  EXPECT_THAT(writeText(diffRuns(after, exampleRun())), HasSubstr("gone 2222222222222222"));
}

TEST(RunDiff, SuppressedOnesAreNotNew) {
  RunReport after = exampleRun();
  after.races[0].suppressed = {"race:foo", ""};
  after.outOfBounds = {exampleOutOfBounds()};
  after.outOfBounds[0].suppressed = {"bounds:sum", ""};
  EXPECT_THAT(diffRuns(RunReport{}, after).added, IsEmpty());
}

TEST(Summary, Lines) {
  EXPECT_EQ(writeSummary(mergeRuns({runOfRank("0"), runOfRank("1")})),
            "WarpSan: verdict=races races=1 kernels=1/1 sites=3 checked=1 proved=1 "
            "not_analysed=1 suppressed=0 lost=0 target=cpu seed=-\n"
            "  class          lines                      times  processes      kernel\n"
            "  block-barrier  racy.cu:17 <-> racy.cu:20  256    2 (ranks 0,1)  kernel(float*)\n"
            "coverage: 2 of 3 sites analysed (1 checked, 1 proved), 1 of 1 kernels\n"
            "kernels never launched: 1 (first: other())\n"
            "WarpSan: not_analysed reason=AsyncCopy sites=1 first=\"racy.cu:19\" "
            "(asynchronous copy)\n");
}

} // namespace
} // namespace warpsan::report
