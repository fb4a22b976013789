//===- SuppressionsTest.cpp - Suppression files and what they name ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Suppressions.h"
#include "report/NamePattern.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using ::testing::HasSubstr;

/// A read in a header, inlined into app.cu, against a write there.
Report race() {
  Report report;
  report.raceClass = RaceClass::BlockBarrier;
  report.current.siteKnown = report.previous.siteKnown = true;
  report.current.frames = {{"lib::sum(float const*)", "lib/sum.cuh", 20, 5},
                           {"kernel(float*)", "src/app.cu", 123, 3}};
  report.current.toolchainFrames = {{"cub::Load<int>(int*)", "/cuda/cub/load.cuh", 7, 1}};
  report.previous.frames = {{"kernel(float*)", "src/app.cu", 17, 5}};
  report.launch.kernel = "kernel(float*)";
  report.count = 3;
  return report;
}

/// The read of that race.
OutOfBounds outOfBounds() {
  OutOfBounds found;
  found.access = race().current;
  found.launch = race().launch;
  found.count = 2;
  return found;
}

template <typename Found>
bool isSuppressed(const std::string &line, const Found &found) {
  Suppressions suppressions;
  EXPECT_EQ(suppressions.add(line, "file"), "");
  return suppressions.find(found).has_value();
}
bool isSuppressed(const std::string &line) { return isSuppressed(line, race()); }

TEST(NamePattern, PartOrWhole) {
  EXPECT_TRUE(matchesName("sum", "lib::sum(int*)"));
  EXPECT_FALSE(matchesName("sum*", "lib::sum(int*)"));
  EXPECT_TRUE(matchesName("*sum(*", "lib::sum(int*)"));
  EXPECT_TRUE(matchesName("l?b::*", "lib::sum(int*)"));
  EXPECT_TRUE(matchesName("*operator[](int)", "V::operator[](int)")) << "brackets are themselves";
  EXPECT_FALSE(matchesName("*[o]perator*", "V::operator()"));
}

TEST(Suppressions, FunctionOfEitherChain) {
  EXPECT_TRUE(isSuppressed("race:lib::sum"));
  EXPECT_TRUE(isSuppressed("race:kernel(float*)"));
  EXPECT_TRUE(isSuppressed("race:cub::*"));
  EXPECT_FALSE(isSuppressed("race:sum*"));
  EXPECT_FALSE(isSuppressed("race:other"));
}

TEST(Suppressions, KernelAlone) {
  EXPECT_TRUE(isSuppressed("kernel:kernel"));
  EXPECT_TRUE(isSuppressed("kernel:*(float*)"));
  EXPECT_FALSE(isSuppressed("kernel:sum"));
}

TEST(Suppressions, FileOrLine) {
  EXPECT_TRUE(isSuppressed("src:sum.cuh"));
  EXPECT_TRUE(isSuppressed("src:cub/"));
  EXPECT_TRUE(isSuppressed("src:lib/*.cuh"));
  EXPECT_TRUE(isSuppressed("src:app.cu:123"));
  EXPECT_TRUE(isSuppressed("src:*/app.cu:17"));
  EXPECT_FALSE(isSuppressed("src:app.cu:12")) << "is not line 123";
  EXPECT_FALSE(isSuppressed("src:other.cu"));
}

TEST(Suppressions, ClassByIdOrTitle) {
  EXPECT_TRUE(isSuppressed("class:missing block barrier"));
  EXPECT_TRUE(isSuppressed("class:block-barrier"));
  EXPECT_FALSE(isSuppressed("class:same-value"));
}

TEST(Suppressions, AccessesOutOfBoundsHaveAKindOfTheirOwn) {
  const OutOfBounds found = outOfBounds();
  for (const char *line :
       {"bounds:lib::sum", "bounds:kernel(float*)", "bounds:cub::*", "src:sum.cuh:20", "src:app.cu",
        "kernel:kernel", "class:out-of-bounds", "class:access out of bounds"})
    EXPECT_TRUE(isSuppressed(line, found)) << line;
  for (const char *line :
       {"race:lib::sum", "bounds:other", "src:app.cu:17", "kernel:sum", "class:block-barrier"})
    EXPECT_FALSE(isSuppressed(line, found)) << line;
  EXPECT_FALSE(isSuppressed("bounds:*")) << "is no race";
  EXPECT_FALSE(isSuppressed("class:out-of-bounds")) << "is no race";
}

TEST(Suppressions, UnknownLineNamesNothing) {
  Report report = race();
  report.previous = {};
  EXPECT_FALSE(isSuppressed("src:app.cu:17", report));
  report.current.siteKnown = false;
  EXPECT_FALSE(isSuppressed("race:*", report));
}

TEST(Suppressions, CommentsAndReasons) {
  Suppressions suppressions;
  EXPECT_EQ(
      suppressions.add("# all of lib\n\n  \t\n  race: lib::sum(float const*)  # by design \r\n",
                       "list.txt"),
      "");
  const std::optional<SuppressionRule> by = suppressions.find(race());
  ASSERT_TRUE(by);
  EXPECT_EQ(by->where, "list.txt:4");
  EXPECT_EQ(by->reason, "by design");
  EXPECT_FALSE(by->inSource);
  EXPECT_FALSE(isSuppressed("race:{lambda()#1}")) << "that # is part of a name";
}

TEST(Suppressions, MalformedLinesAreErrorsWithTheirPlace) {
  for (const auto &[text, problem] : std::map<std::string, std::string>{
           {"\nkernels:a\n", "f:2: want race:, bounds:, kernel:, src: or class: and a pattern"},
           {"race", "f:1: want "},
           {"race: # why", "f:1: no pattern behind 'race:'"}}) {
    Suppressions suppressions;
    EXPECT_THAT(suppressions.add(text, "f"), HasSubstr(problem)) << text;
  }
}

TEST(Suppressions, CountsAndTellsWhatIsUnused) {
  Suppressions suppressions;
  EXPECT_EQ(suppressions.add("race:other\nrace:sum\nkernel:kernel\n", "f"), "");
  Report first = race(), second = race();
  first.suppressed = suppressions.find(first);
  second.suppressed = SuppressionRule{"intended", "meant", "app.cu:17", true};
  EXPECT_EQ(usageText(suppressions.rows({first, second}, {}), false),
            "WarpSan: unused suppression f:1\nWarpSan: unused suppression f:3\n");
  EXPECT_EQ(usageText(suppressions.rows({first, first}, {}), true),
            "WarpSan: unused suppression f:1\nWarpSan: suppression f:2 hits=6\n"
            "WarpSan: unused suppression f:3\n");
  EXPECT_EQ(usageText(suppressions.rows({second}, {}), true),
            "WarpSan: unused suppression f:1\nWarpSan: unused suppression f:2\n"
            "WarpSan: unused suppression f:3\n"
            "WarpSan: intended race app.cu:17 hits=3 (meant)\n");
}

TEST(Suppressions, CountsBothKindsOfFindings) {
  Suppressions suppressions;
  EXPECT_EQ(suppressions.add("bounds:other\nsrc:sum.cuh\n", "f"), "");
  Report first = race();
  first.suppressed = suppressions.find(first);
  OutOfBounds second = outOfBounds(), shown = outOfBounds();
  second.suppressed = suppressions.find(second);
  EXPECT_EQ(usageText(suppressions.rows({first}, {shown, second}), true),
            "WarpSan: unused suppression f:1\nWarpSan: suppression f:2 hits=5\n");
}

} // namespace
} // namespace warpsan::report
