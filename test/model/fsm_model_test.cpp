//===- fsm_model_test.cpp - core/check.h against happens-before ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each run prints one line, which must be in golden.txt word for word: a change
// of the machine that alters what is explored has to be looked at.
//===----------------------------------------------------------------------===//
#include "golden.h"
#include "step_detector.h"

#include <gtest/gtest.h>

using namespace explorer;

namespace {

enum { R, W, LB, LD, UB, UD };

std::vector<oracle::Access> accesses(std::initializer_list<int> columns, int lines = 1) {
  std::vector<oracle::Access> list;
  for (int c : columns)
    for (int l = 0; l < lines; ++l) {
      list.push_back(Columns[c].access);
      list.back().line = l;
    }
  return list;
}

const std::vector<Unit> Full = {oracle::Warp, oracle::Block};
const std::vector<Unit> All = {oracle::Group, oracle::Warp, oracle::Block};

// Placements: {group, warp, block} of each thread.
const oracle::Threads Small = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 2, 1}};
const oracle::Threads Pairs = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 2, 1}};
const oracle::Threads Blocks = {{0, 0, 0}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, {2, 2, 2}};
const oracle::Threads Wide = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {2, 1, 0},
                              {2, 1, 0}, {3, 2, 1}, {3, 2, 1}, {4, 3, 2}};

void check(const Mode &mode, const Result &result) {
  EXPECT_TRUE(result.clean()) << result.example;
  expectGolden(line(mode, result));
}

void explore(const Mode &mode) { check(mode, Explorer<StepDetector>(mode).run()); }

TEST(FsmModel, PlainToTheFixpoint) { explore({"plain", {Small, accesses({R, W})}, Full, 0}); }

TEST(FsmModel, PlainWithGroupsToTheFixpoint) {
  explore({"plain, groups", {Small, accesses({R, W})}, All, 0});
}

TEST(FsmModel, PlainTwoLines) {
  explore({"plain, groups, two lines", {Small, accesses({R, W}, 2)}, All, 6});
}

TEST(FsmModel, DeviceScopeToTheFixpoint) {
  explore({"device scope", {Pairs, accesses({R, W, LD, UD})}, Full, 0});
}

TEST(FsmModel, AllClasses) { explore({"all", {Small, accesses({R, W, LB, LD, UB, UD})}, All, 6}); }

TEST(FsmModel, AllClassesThreeBlocks) {
  explore({"all, three blocks", {Blocks, accesses({R, W, LB, LD, UB, UD})}, Full, 7});
}

TEST(FsmModel, RandomWalks) {
  const Mode mode{"random walks", {Wide, accesses({R, W, LB, LD, UB, UD})}, All, 0};
  check(mode, Explorer<StepDetector>(mode).walk(1, 4000, 50));
}

/// Last in the file: how much of the table the runs above exercised.
TEST(FsmModel, Coverage) {
  std::ostringstream out;
  out << "coverage: " << std::count(covered.begin(), covered.end(), true) << " of "
      << covered.size() << " entries";
  expectGolden(out.str());
}

} // namespace
