//===- LogPathTest.cpp - File names with numbers of the process ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/log_path.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

using ::testing::HasSubstr;

TEST(LogPath, Numbers) {
  EXPECT_EQ(expandLogPath("race", 7, {}).name, "race.7");
  EXPECT_EQ(expandLogPath("race.%p.json", 7, {}).name, "race.7.json");
  EXPECT_EQ(expandLogPath("%r/race%%", 7, "3").name, "3/race%");
  EXPECT_EQ(expandLogPath("race.%r", 7, {}).name, "race.0");
}

TEST(LogPath, OtherLettersAreErrors) {
  EXPECT_THAT(expandLogPath("race.%q", 7, {}).problem, HasSubstr("race.%q"));
  EXPECT_THAT(expandLogPath("race.%", 7, {}).problem, HasSubstr("log_path"));
}

TEST(LogPath, RankOfProcess) {
  setenv("PMI_RANK", "5", 1);
  EXPECT_EQ(rankOfProcess(), "5");
  setenv("OMPI_COMM_WORLD_RANK", "4", 1);
  EXPECT_EQ(rankOfProcess(), "4");
  unsetenv("OMPI_COMM_WORLD_RANK");
  unsetenv("PMI_RANK");
}

} // namespace
} // namespace warpsan::rt
