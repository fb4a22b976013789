//===- VerdictTest.cpp - Coverage, verdict line, exit codes ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Verdict.h"
#include "test/unit/report/ModuleBuilder.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using namespace test;
using ::testing::HasSubstr;

/// One kernel with a checked, a proved and a not analysed site.
struct Example {
  explicit Example(uint32_t kernelReasons = 0) {
    const uint32_t frame = builder.frame("k", "a.cu", 7);
    builder.site(AccessKind::Read, frame);
    builder.site(AccessKind::Read, frame);
    builder.lastSite().status = uint8_t(abi::SiteStatus::Proved);
    builder.site(AccessKind::Write, frame);
    builder.lastSite().status = uint8_t(abi::SiteStatus::NotAnalysed);
    builder.lastSite().reason = uint8_t(abi::Reason::MatrixAccess);
    builder.kernel("kernel", 0, kernelReasons);
    module = builder.view();
    runs = {&module, std::vector<KernelRuns>(1), std::vector<uint32_t>(3)};
    runs.kernels[0].launches = 1;
  }
  Coverage coverage() const {
    Coverage made;
    made.add(runs);
    return made;
  }

  ModuleBuilder builder;
  ModuleView module;
  ModuleRuns runs;
};

RunSummary fine() {
  RunSummary summary;
  summary.coverage.kernels = summary.coverage.kernelsAnalysed = 3;
  summary.coverage.sites = 39;
  summary.coverage.checked = 28;
  summary.coverage.proved = 11;
  return summary;
}

RunSummary blind() {
  RunSummary summary;
  summary.coverage.kernels = 1;
  summary.coverage.sites = summary.coverage.notAnalysed = 4;
  return summary;
}

TEST(Coverage, CountsSitesByStatus) {
  const Coverage coverage = Example().coverage();
  EXPECT_EQ(coverage.sites, 3u);
  EXPECT_EQ(coverage.checked, 1u);
  EXPECT_EQ(coverage.proved, 1u);
  EXPECT_EQ(coverage.notAnalysed, 1u);
  EXPECT_EQ(coverage.kernels, 1u);
  EXPECT_EQ(coverage.kernelsAnalysed, 1u);
  EXPECT_EQ(coverage.reasons[unsigned(abi::Reason::MatrixAccess)].sites, 1u);
}

TEST(Coverage, KernelsNotLaunchedDoNotCount) {
  Example example;
  example.runs.kernels[0].launches = 0;
  EXPECT_EQ(example.coverage().sites, 0u);
  EXPECT_EQ(example.coverage().kernels, 0u);
}

TEST(Coverage, FlaggedSiteIsNotAnalysed) {
  Example example;
  example.runs.siteFlags[0] = reasonBit(abi::Reason::ClockExhausted);
  EXPECT_EQ(example.coverage().checked, 0u);
  EXPECT_EQ(example.coverage().notAnalysed, 2u);
}

TEST(Coverage, UncheckedLaunchLeavesProofs) {
  Example example;
  example.runs.kernels[0].reasons = reasonBit(abi::Reason::LayoutTooWide);
  const Coverage coverage = example.coverage();
  EXPECT_EQ(coverage.checked, 0u);
  EXPECT_EQ(coverage.proved, 1u);
  EXPECT_EQ(coverage.kernelsAnalysed, 0u);
}

TEST(Coverage, UnknownConstructVoidsProofs) {
  const Coverage coverage = Example(reasonBit(abi::Reason::UnknownAsm)).coverage();
  EXPECT_EQ(coverage.notAnalysed, 3u);
  EXPECT_EQ(coverage.reasons[unsigned(abi::Reason::UnknownAsm)].sites, 3u);
  EXPECT_EQ(coverage.reasons[unsigned(abi::Reason::UnknownAsm)].kernels, 1u);
}

TEST(Coverage, KernelWithoutTwin) {
  Coverage coverage;
  coverage.addUnknownKernel("gemm", abi::Reason::NoTwin);
  EXPECT_EQ(coverage.kernels, 1u);
  EXPECT_FALSE(coverage.isComplete());
  EXPECT_EQ(coverage.reasons[unsigned(abi::Reason::NoTwin)].example, "gemm");
}

TEST(Coverage, ForeignCodeIsSaid) {
  RunSummary summary = fine();
  summary.coverage.addForeignCode("libother.so", 2);
  EXPECT_EQ(verdictOf(summary), Verdict::Unanalysed);
  EXPECT_EQ(exitCode(summary, {}), std::nullopt);
  EXPECT_THAT(reasonLines(summary),
              HasSubstr("reason=ForeignCode objects=2 first=\"libother.so\""));
}

TEST(Verdict, LineIsExact) {
  RunSummary summary = fine();
  summary.races = 2;
  summary.coverage.sites = 40;
  summary.coverage.notAnalysed = 1;
  EXPECT_EQ(verdictLine(summary),
            "WarpSan: verdict=races races=2 kernels=3/3 sites=40 checked=28 proved=11 "
            "not_analysed=1 suppressed=0 lost=0 target=gpu seed=-\n");
}

TEST(Verdict, OutOfBoundsOnRequestOnly) {
  RunSummary summary = fine();
  EXPECT_EQ(verdictLine(summary).find("out_of_bounds"), std::string::npos);
  summary.outOfBounds = 0;
  EXPECT_THAT(verdictLine(summary), HasSubstr(" lost=0 out_of_bounds=0 target=gpu"));
  EXPECT_EQ(exitCode(summary, {}), std::nullopt);
  summary.outOfBounds = 2;
  summary.coverage.notAnalysed = 1;
  EXPECT_THAT(verdictLine(summary), HasSubstr("verdict=unanalysed races=0 "));
  EXPECT_THAT(verdictLine(summary), HasSubstr(" out_of_bounds=2 "));
  EXPECT_EQ(exitCode(summary, {}), 66);
  EXPECT_EQ(exitCode(summary, {0, false}), std::nullopt);
}

TEST(Verdict, CacheMissesOnRequestOnly) {
  RunSummary summary = fine();
  EXPECT_EQ(verdictLine(summary).find("cache_misses"), std::string::npos);
  summary.cacheMisses = 0;
  EXPECT_THAT(verdictLine(summary), HasSubstr("verdict=none "));
  EXPECT_THAT(verdictLine(summary), HasSubstr(" lost=0 cache_misses=0 target=gpu"));
}

/// No full check, and not none.
TEST(Verdict, LostHistoryIsPartlyAnalysed) {
  Example example;
  example.runs.kernels[0].reasons = reasonBit(abi::Reason::CacheMiss);
  RunSummary summary;
  summary.coverage = example.coverage();
  EXPECT_EQ(summary.coverage.partly, 1u);
  EXPECT_EQ(summary.coverage.proved, 1u);
  EXPECT_EQ(verdictOf(summary), Verdict::Unanalysed);
  summary.coverage.proved = 0;
  EXPECT_EQ(exitCode(summary, {}), std::nullopt);
  EXPECT_EQ(exitCode(summary, {66, true}), ExitNotAnalysed);
  EXPECT_THAT(reasonLines(summary), HasSubstr("reason=CacheMiss sites=1 kernels=1"));
}

TEST(Verdict, SampledLaunchesAreSaid) {
  Example example;
  example.runs.kernels[0].checked = 3;
  example.runs.kernels[0].sampled = 3;
  RunSummary summary;
  summary.coverage = example.coverage();
  EXPECT_EQ(summary.coverage.partly, 1u);
  EXPECT_THAT(verdictLine(summary), HasSubstr("verdict=unanalysed races=0 kernels=0/1 "));
  EXPECT_THAT(verdictLine(summary), HasSubstr(" lost=0 sampled=3 target="));
  EXPECT_THAT(reasonLines(summary), HasSubstr("reason=SampledBlocks sites=1 kernels=1 "));
  summary.coverage.proved = 0;
  EXPECT_EQ(exitCode(summary, {}), std::nullopt) << "something was checked";
  EXPECT_EQ(exitCode(summary, {66, true}), ExitNotAnalysed);
}

TEST(Verdict, FilteredLaunchesAreSaid) {
  Example example;
  example.runs.kernels[0].filtered = 2;
  RunSummary summary;
  summary.coverage = example.coverage();
  EXPECT_EQ(summary.coverage.notAnalysed, 2u);
  EXPECT_EQ(summary.coverage.proved, 1u) << "proofs hold";
  EXPECT_THAT(verdictLine(summary), HasSubstr("verdict=unanalysed races=0 kernels=0/1 "));
  EXPECT_THAT(verdictLine(summary), HasSubstr(" lost=0 filtered=2 target="));
  EXPECT_THAT(reasonLines(summary), HasSubstr("reason=FilteredOut sites=1 kernels=1 "));
  summary.coverage.proved = 0;
  EXPECT_EQ(exitCode(summary, {}), ExitNotAnalysed) << "no launch was checked";
  example.runs.kernels[0].checked = 1;
  summary.coverage = example.coverage();
  summary.coverage.proved = 0;
  EXPECT_EQ(verdictOf(summary), Verdict::Unanalysed);
  EXPECT_EQ(exitCode(summary, {}), std::nullopt);
}

TEST(Verdict, NoKernelAtAllOnRequest) {
  EXPECT_EQ(exitCode({}, {}), std::nullopt);
  EXPECT_EQ(exitCode({}, {66, true}), ExitNotAnalysed);
}

TEST(Verdict, ResolvedLaunchesOnlyIfThereAreSome) {
  RunSummary summary = fine();
  EXPECT_EQ(verdictLine(summary).find("resolved"), std::string::npos);
  summary.resolved = 3;
  EXPECT_THAT(verdictLine(summary), HasSubstr("verdict=none races=0 "));
  EXPECT_THAT(verdictLine(summary), HasSubstr(" lost=0 resolved=3 target=gpu"));
}

TEST(Verdict, LenientOrderOnlyIfThereIsSome) {
  RunSummary summary = fine();
  EXPECT_EQ(verdictLine(summary).find("lenient"), std::string::npos);
  EXPECT_EQ(reasonLines(summary), "");
  summary.lenient = {"a.cu:1 <-> a.cu:5", "a.cu:2 <-> a.cu:5"};
  EXPECT_THAT(verdictLine(summary), HasSubstr("verdict=none races=0 "));
  EXPECT_THAT(verdictLine(summary), HasSubstr(" lost=0 lenient=2 target=gpu"));
  EXPECT_THAT(reasonLines(summary), HasSubstr("lenient=2 first=\"a.cu:1 <-> a.cu:5\" (ordered"));
  EXPECT_EQ(exitCode(summary, {0, true}), std::nullopt);
}

TEST(Verdict, ReasonLines) {
  RunSummary summary = fine();
  summary.lost = 5;
  summary.coverage.reasons[unsigned(abi::Reason::FenceAndFlag)] = {2, 0, 14, 0, "racy.cu:22"};
  EXPECT_THAT(reasonLines(summary), HasSubstr("WarpSan: not_analysed reason=FenceAndFlag sites=2 "
                                              "conflicts=14 first=\"racy.cu:22\" (conflict"));
  EXPECT_THAT(reasonLines(summary), HasSubstr("WarpSan: lost=5 "));
}

TEST(Verdict, GridsOfModeLd) {
  RunSummary summary = fine();
  EXPECT_THAT(verdictLine(summary), Not(HasSubstr("grids")));
  summary.regions = RegionCounts{3, 120, 1, 0, 12, {2, 3, 3, 1}, 4, 5000, 2, 1};
  EXPECT_THAT(verdictLine(summary),
              HasSubstr(" grids=4 grid_bytes=5000 racing_grids=2 grids_given_up=1 regions=3 "));
}

TEST(Verdict, RoundsOfModeLd) {
  RunSummary summary = fine();
  summary.regions = RegionCounts{3, 120, 1, 0, 12, {2, 3, 3, 1}};
  EXPECT_THAT(
      verdictLine(summary),
      HasSubstr(" regions=3 region_bytes=120 racing_regions=1 given_up=0 passes=12 copies=2 "
                "rounds=3/3 target="));
  summary.regions->rounds = {2, 1, 3, 4 / 7.0};
  EXPECT_THAT(verdictLine(summary), HasSubstr(" copies=2 rounds=1/3 detection=0.5714 target="));
  summary.regions->rounds = {2, 9, 10, 0.99998};
  EXPECT_THAT(verdictLine(summary), HasSubstr(" detection=0.9999 ")) << "never rounded up";
}

TEST(Verdict, ModeDetSaysNothingAboutRaces) {
  RunSummary summary = fine();
  summary.regions = RegionCounts{3, 120, 0, 1, 3, {4, 1, 1, 1}, 2, 5000, 0, 0};
  summary.merge = MergeOrder::Fixed;
  EXPECT_THAT(verdictLine(summary), HasSubstr("verdict=deterministic "));
  EXPECT_THAT(verdictLine(summary),
              HasSubstr(" det=ordered grids=2 grid_bytes=5000 regions=3 region_bytes=120 "
                        "given_up=1 copies=4 target="));
  EXPECT_EQ(exitCode(summary, {}), std::nullopt);
  summary.merge = MergeOrder::Any;
  EXPECT_THAT(verdictLine(summary), HasSubstr("verdict=merged "));
  EXPECT_THAT(verdictLine(summary), HasSubstr(" det=any "));
  summary.unrepeatable.push_back({"k", 1u << unsigned(abi::Obstacle::Atomic)});
  EXPECT_THAT(reasonLines(summary),
              HasSubstr("WarpSan: det kernel=\"k\" run as it is: atomic accesses\n"));
}

TEST(Verdict, KeepsTheRoundsOfWhichLeastCanBeSaid) {
  CopyRounds rounds;
  rounds.keepLeast({4, 1, 1, 1});
  rounds.keepLeast({8, 1, 1, 1});
  EXPECT_EQ(rounds.copies, 8u);
  rounds.keepLeast({2, 3, 3, 1});
  rounds.keepLeast({4, 2, 2, 1});
  EXPECT_EQ(rounds.wanted, 3u);
  rounds.keepLeast({3, 1, 2, 0.7});
  rounds.keepLeast({2, 2, 3, 0.9});
  EXPECT_EQ(rounds.copies, 3u);
}

TEST(Verdict, SaysWhoseLanesShareCopies) {
  RunSummary summary = fine();
  summary.lanesTogether = {"sum(int*)"};
  EXPECT_THAT(reasonLines(summary),
              HasSubstr("WarpSan: ld kernel=\"sum(int*)\" lanes share copies"));
}

TEST(Verdict, Words) {
  RunSummary summary = fine();
  EXPECT_EQ(verdictOf(summary), Verdict::None);
  summary.coverage.notAnalysed = 1;
  EXPECT_EQ(verdictOf(summary), Verdict::Unanalysed);
  summary = fine();
  summary.conflictsSetAside = 1;
  EXPECT_EQ(verdictOf(summary), Verdict::Unanalysed);
  summary.races = 1;
  EXPECT_EQ(verdictOf(summary), Verdict::Races);
  EXPECT_EQ(verdictOf(blind()), Verdict::Unanalysed);
  EXPECT_EQ(verdictOf(RunSummary{}), Verdict::None);
}

TEST(ExitCode, OwnCodeWhenClean) {
  EXPECT_EQ(exitCode(fine(), {}), std::nullopt);
  EXPECT_EQ(exitCode(RunSummary{}, {}), std::nullopt);
}

TEST(ExitCode, Races) {
  RunSummary summary = fine();
  summary.races = 1;
  EXPECT_EQ(exitCode(summary, {}), 66);
  EXPECT_EQ(exitCode(summary, {1, false}), 1);
  EXPECT_EQ(exitCode(summary, {0, false}), std::nullopt);
  summary.toleratedRaces = 1;
  EXPECT_EQ(exitCode(summary, {}), std::nullopt);
}

TEST(ExitCode, NothingAnalysed) { EXPECT_EQ(exitCode(blind(), {}), 68); }

TEST(ExitCode, FailOnUnanalysed) {
  RunSummary summary = fine();
  EXPECT_EQ(exitCode(summary, {66, true}), std::nullopt);
  summary.coverage.notAnalysed = 1;
  EXPECT_EQ(exitCode(summary, {}), std::nullopt);
  EXPECT_EQ(exitCode(summary, {66, true}), 68);
}

TEST(ExitCode, SynchronizationFaults) {
  RunSummary summary = fine();
  summary.syncFaults = 1;
  EXPECT_EQ(exitCode(summary, {}), 69);
  EXPECT_EQ(exitCode(summary, {0, false}), std::nullopt);
  summary.races = 1;
  EXPECT_EQ(exitCode(summary, {}), 66) << "a race comes first";
}

TEST(ExitCode, ToolFailed) {
  RunSummary summary;
  summary.toolFailed = true;
  EXPECT_EQ(exitCode(summary, {}), 67);
  EXPECT_EQ(verdictOf(summary), Verdict::Unanalysed);
}

} // namespace
} // namespace warpsan::report
