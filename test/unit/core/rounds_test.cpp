//===- rounds_test.cpp - Members that share copies, round by round ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/rounds.h"
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace warpsan {
namespace {

bool areParted(uint32_t a, uint32_t b, uint32_t copies, uint32_t rounds) {
  for (uint32_t round = 0; round < rounds; ++round)
    if (copyIn(round, a, copies) != copyIn(round, b, copies))
      return true;
  return false;
}

uint64_t partedPairs(uint32_t members, uint32_t copies, uint32_t rounds) {
  uint64_t parted = 0;
  for (uint32_t a = 0; a < members; ++a)
    for (uint32_t b = 0; b < a; ++b)
      parted += areParted(a, b, copies, rounds);
  return parted;
}

/// Table I of the paper.
TEST(Rounds, AreAsManyAsDigits) {
  EXPECT_EQ(roundsFor(960, 960), 1u);
  EXPECT_EQ(roundsFor(960, 31), 2u);
  EXPECT_EQ(roundsFor(960, 10), 3u);
  EXPECT_EQ(roundsFor(960, 6), 4u);
  EXPECT_EQ(roundsFor(960, 4), 5u);
  EXPECT_EQ(roundsFor(960, 2), 10u);
  EXPECT_EQ(roundsFor(1, 1), 1u);
  EXPECT_EQ(roundsFor(32, 32), 1u);
  EXPECT_EQ(roundsFor(33, 32), 2u);
}

TEST(Rounds, CopiesAreThoseThatExist) {
  for (uint32_t copies : {1u, 2u, 3u, 31u})
    for (uint32_t member = 0; member < 1024; ++member)
      for (uint32_t round = 0; round < 10; ++round)
        EXPECT_LT(copyIn(round, member, copies), copies);
}

/// Each pair of members has different copies in some round, and one round less leaves some out.
TEST(Rounds, AllOfThemPartAllPairs) {
  for (uint32_t members = 1; members <= 100; ++members)
    for (uint32_t copies = 2; copies <= members; ++copies) {
      const uint32_t rounds = roundsFor(members, copies);
      EXPECT_EQ(partedPairs(members, copies, rounds), pairsOf(members));
      EXPECT_EQ(partedShare(members, copies, rounds), 1.0);
      if (rounds > 1) {
        EXPECT_LT(partedPairs(members, copies, rounds - 1), pairsOf(members));
      }
    }
}

TEST(Rounds, ShareIsThatOfThePairsWhichAreParted) {
  for (uint32_t members : {2u, 3u, 8u, 30u, 32u, 97u})
    for (uint32_t copies = 2; copies < 8; ++copies)
      for (uint32_t rounds = 1; rounds < 8; ++rounds)
        EXPECT_NEAR(partedShare(members, copies, rounds),
                    double(partedPairs(members, copies, rounds)) / double(pairsOf(members)), 1e-12);
}

double equation1(double members, double copies, double rounds) {
  return members * (1 - std::pow(copies, -rounds)) / (members - 1);
}

TEST(Rounds, ShareIsEquation1WhereGroupsHaveOneSize) {
  for (uint32_t rounds = 1; rounds <= 5; ++rounds)
    EXPECT_NEAR(partedShare(32, 2, rounds), equation1(32, 2, rounds), 1e-12);
  EXPECT_NEAR(partedShare(960, 4, 3), equation1(960, 4, 3), 1e-12);
  EXPECT_NEAR(partedShare(960, 10, 1), equation1(960, 10, 1), 1e-12);
}

/// Groups whose sizes differ by one change little.
TEST(Rounds, ShareIsCloseToEquation1) {
  for (uint32_t copies : {2u, 4u, 6u, 10u, 31u})
    for (uint32_t rounds = 1; rounds < roundsFor(960, copies); ++rounds)
      EXPECT_NEAR(partedShare(960, copies, rounds), equation1(960, copies, rounds), 1e-3);
}

} // namespace
} // namespace warpsan
