//===- ProgressTest.cpp - When the line of a long run is written -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/progress.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

using namespace std::chrono_literals;
constexpr Progress::Clock::time_point Start{};

TEST(Progress, ShortRunsAreSilent) {
  Progress progress(true, true, Start);
  EXPECT_EQ(progress.next(100, 100, Start + 4s), std::nullopt);
}

TEST(Progress, OneLineThatChangesOnATerminal) {
  Progress progress(true, true, Start);
  EXPECT_EQ(progress.next(7, 5, Start + 6s), "\r\033[KWarpSan: 6 s, 7 launches, 5 with checks");
  EXPECT_EQ(progress.next(8, 6, Start + 6500ms), std::nullopt);
  EXPECT_TRUE(progress.next(9, 7, Start + 7s));
}

TEST(Progress, RareLinesElsewhere) {
  Progress progress(true, false, Start);
  EXPECT_EQ(progress.next(7, 5, Start + 6s), "WarpSan: 6 s, 7 launches, 5 with checks\n");
  EXPECT_EQ(progress.next(8, 6, Start + 9s), std::nullopt);
  EXPECT_TRUE(progress.next(9, 7, Start + 16s));
}

TEST(Progress, NothingUnlessWanted) {
  Progress progress(false, true, Start);
  EXPECT_EQ(progress.next(7, 5, Start + 60s), std::nullopt);
}

} // namespace
} // namespace warpsan::rt
