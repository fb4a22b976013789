//===- FoldingTest.cpp - Where long lines are parted -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Folding.h"
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

TEST(Folding, LinesThatFitStay) {
  EXPECT_EQ(folded("  Label: one two", 16, 9), "  Label: one two");
  EXPECT_EQ(folded("  Label: one two", 0, 9), "  Label: one two");
}

TEST(Folding, GoesOnUnderTheText) {
  EXPECT_EQ(folded("  Label: one two three four", 20, 9), "  Label: one two\n         three four");
  EXPECT_EQ(folded("  Label: one two", 15, 9), "  Label: one\n         two");
}

TEST(Folding, BracketsStayTogether) {
  EXPECT_EQ(folded("  by thread [warp 0, lane 1]", 20, 4), "  by thread\n    [warp 0, lane 1]");
  EXPECT_EQ(folded("  f(int, a<b, c>) end", 12, 4), "  f(int, a<b, c>)\n    end");
}

TEST(Folding, LongWords) {
  const std::string word(30, 'w');
  EXPECT_EQ(folded("  Label: " + word, 20, 9), "  Label: " + word);
  EXPECT_EQ(folded("  Label: " + word + " a b", 20, 9), "  Label: " + word + "\n         a b");
  EXPECT_EQ(folded("  Label: a " + word + " " + word, 20, 9),
            "  Label: a\n         " + word + "\n         " + word);
}

} // namespace
} // namespace warpsan::report
