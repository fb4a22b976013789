//===- RaceIdTest.cpp - What keeps and what changes an id ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/RaceId.h"
#include "test/unit/report/Findings.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using test::exampleOutOfBounds;
using test::exampleRace;
using ::testing::MatchesRegex;

std::string idOf(const Report &race) {
  std::vector<Report> races{race};
  std::vector<OutOfBounds> none;
  setIds(races, none);
  return races.front().id;
}

void shift(Access &access, uint32_t lines) {
  for (Frame &frame : access.frames) {
    frame.line += lines;
    frame.firstLine += lines;
  }
}

TEST(RaceId, IsAConstant) {
  // Baselines of users hold it: a change of how ids are made is a new schema.
  EXPECT_EQ(idOf(exampleRace()), "545aad111a3c54d4");
}

TEST(RaceId, KeepsWithWhatHappensAround) {
  Report race = exampleRace();
  shift(race.current, 7);
  shift(race.previous, 7);
  race.object.where = "racy.cu:16";
  race.launch.where = "main.cu:99";
  race.launch.number = 12;
  race.count = 1;
  race.current.position = {};
  race.current.frames.front().column = 1;
  EXPECT_EQ(idOf(race), idOf(exampleRace()));
}

TEST(RaceId, HasNoOrder) {
  Report race = exampleRace();
  std::swap(race.current, race.previous);
  EXPECT_EQ(idOf(race), idOf(exampleRace()));
}

TEST(RaceId, ChangesWithTheRace) {
  const std::string id = idOf(exampleRace());
  Report race = exampleRace();
  race.object.name = "other";
  EXPECT_NE(idOf(race), id);
  race = exampleRace();
  race.raceClass = RaceClass::WarpBarrier;
  EXPECT_NE(idOf(race), id);
  race = exampleRace();
  race.launch.kernel = "other()";
  EXPECT_NE(idOf(race), id);
  race = exampleRace();
  ++race.current.frames.front().line;
  EXPECT_NE(idOf(race), id);
  race = exampleRace();
  race.current.frames.back().function = "other()";
  EXPECT_NE(idOf(race), id);
}

TEST(RaceId, TellsEqualOnesApart) {
  std::vector<Report> races{exampleRace(), exampleRace()};
  std::vector<OutOfBounds> outOfBounds{exampleOutOfBounds()};
  setIds(races, outOfBounds);
  EXPECT_NE(races[0].id, races[1].id);
  EXPECT_NE(races[0].id, outOfBounds[0].id);
  EXPECT_THAT(outOfBounds[0].id, MatchesRegex("[0-9a-f]{16}"));
}

TEST(RaceId, WithoutLines) {
  Report race = exampleRace();
  race.current.frames = {{"kernel(float*)", "", 0, 0}};
  race.previous.siteKnown = false;
  race.previous.frames.clear();
  const std::string id = idOf(race);
  ++race.current.ordinal;
  EXPECT_NE(idOf(race), id);
}

} // namespace
} // namespace warpsan::report
