//===- barrier_note_test.cpp - At which barrier lanes of a warp wait -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/barrier_note.h"
#include <gtest/gtest.h>

namespace warpsan {
namespace {

constexpr WarpInterval Place{70000, 3, 9};

TEST(BarrierNote, TellsBarriersOfOneWarpAndIntervalApart) {
  const uint64_t note = barrierNote(Place, 5);
  EXPECT_EQ(barrierOf(note), 5u);
  EXPECT_FALSE(isDivergent(note, 0)) << "nobody has been there";
  EXPECT_FALSE(isDivergent(note, note)) << "lanes that came one by one";
  EXPECT_TRUE(isDivergent(note, barrierNote(Place, 6)));
}

TEST(BarrierNote, OfAnotherWarpLaunchOrIntervalSaysNothing) {
  const uint64_t note = barrierNote(Place, 5);
  const uint64_t sharing = Place.warp + abi::BarrierNoteCount;
  EXPECT_EQ(barrierNoteIndex(Place), barrierNoteIndex({sharing, 3, 9}));
  EXPECT_FALSE(isDivergent(note, barrierNote({sharing, 3, 9}, 6)));
  EXPECT_FALSE(isDivergent(note, barrierNote({Place.warp, 4, 9}, 6)));
  EXPECT_FALSE(isDivergent(note, barrierNote({Place.warp, 3, 10}, 6)));
}

/// Rather no note than one that could stand for something else.
TEST(BarrierNote, WhatDoesNotFitHasNone) {
  const uint64_t lastWarp = (uint64_t(abi::BarrierNoteCount) << 16) - 1;
  EXPECT_NE(barrierNote({lastWarp, (1 << 20) - 1, (1 << 14) - 1}, (1 << 14) - 1), 0u);
  EXPECT_EQ(barrierNote({lastWarp + 1, 3, 9}, 5), 0u);
  EXPECT_EQ(barrierNote({70000, 1 << 20, 9}, 5), 0u);
  EXPECT_EQ(barrierNote({70000, 3, 1 << 14}, 5), 0u);
  EXPECT_EQ(barrierNote(Place, 1 << 14), 0u);
}

TEST(BarrierNote, PairsHaveNoOrder) {
  EXPECT_EQ(barrierPair(2, 5, 6), barrierPair(2, 6, 5));
  EXPECT_NE(barrierPair(2, 5, 6), barrierPair(2, 5, 7));
  EXPECT_NE(barrierPair(2, 5, 6), barrierPair(3, 5, 6));
  EXPECT_NE(barrierPair(0, 0, 1), 0u);
}

} // namespace
} // namespace warpsan
