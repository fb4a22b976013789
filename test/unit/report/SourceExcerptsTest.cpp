//===- SourceExcerptsTest.cpp - Which lines of a file are kept -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SourceExcerpts.h"
#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

std::string numbered(uint32_t lines) {
  std::string text;
  for (uint32_t n = 1; n <= lines; ++n)
    text += "line " + std::to_string(n) + "\n";
  return text;
}

uint32_t lineCount(const Excerpt &excerpt) {
  return uint32_t(std::count(excerpt.text.begin(), excerpt.text.end(), '\n'));
}

TEST(SourceExcerpts, SmallFileIsWhole) {
  const auto excerpts = excerptsOf("one\ntwo", {2}, 7);
  ASSERT_EQ(excerpts.size(), 1u);
  EXPECT_EQ(excerpts[0].firstLine, 1u);
  EXPECT_EQ(excerpts[0].text, "one\ntwo");
}

TEST(SourceExcerpts, LargeFileIsCut) {
  const auto excerpts = excerptsOf(numbered(1000), {3, 500, 510, 1000}, 100);
  ASSERT_EQ(excerpts.size(), 3u);
  EXPECT_EQ(excerpts[0].firstLine, 1u);
  EXPECT_EQ(lineCount(excerpts[0]), 23u);
  EXPECT_EQ(excerpts[1].firstLine, 480u);
  EXPECT_THAT(excerpts[1].text, ::testing::StartsWith("line 480\n"));
  EXPECT_EQ(lineCount(excerpts[1]), 51u);
  EXPECT_EQ(excerpts[2].firstLine, 980u);
  EXPECT_EQ(lineCount(excerpts[2]), 21u);
}

TEST(SourceExcerpts, LinesThatTheFileDoesNotHave) {
  EXPECT_TRUE(excerptsOf(numbered(1000), {5000, UINT32_MAX}, 100).empty());
  EXPECT_TRUE(excerptsOf(numbered(1000), {}, 100).empty());
}

TEST(SourceExcerpts, LastLineNeedsNoEnd) {
  const auto excerpts = excerptsOf(numbered(50) + "end", {51}, 10);
  ASSERT_EQ(excerpts.size(), 1u);
  EXPECT_THAT(excerpts[0].text, ::testing::EndsWith("line 50\nend"));
}

} // namespace
} // namespace warpsan::report
