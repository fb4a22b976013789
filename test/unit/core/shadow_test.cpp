//===- shadow_test.cpp - Packing of shadow cells ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/shadow.h"

#include <gtest/gtest.h>

using namespace warpsan;

namespace {

constexpr CellLayout Layouts[] = {
    // thread, threadInBlock, site, otherSite, block, warp, group clock
    {10, 10, 8, 8, 8, 6, 6, 0}, {24, 10, 8, 0, 6, 4, 4, 0},  {24, 10, 6, 6, 5, 3, 2, 0},
    {5, 5, 1, 1, 20, 12, 7, 0}, {10, 8, 0, 0, 16, 16, 4, 0}, {16, 10, 12, 12, 6, 0, 0, 0},
    {30, 10, 8, 0, 8, 0, 0, 0}, {36, 10, 5, 5, 0, 0, 0, 0},
};

Payload filled(const CellLayout &layout, uint64_t pattern) {
  return {pattern & lowMask(layout.thread),
          uint32_t(pattern & lowMask(layout.site)),
          uint32_t(pattern & lowMask(layout.otherSite)),
          uint32_t(pattern & lowMask(layout.blockClock)),
          uint32_t(pattern & lowMask(layout.warpClock)),
          uint32_t(pattern & lowMask(layout.groupClock))};
}

void expectEqual(const Payload &a, const Payload &b) {
  EXPECT_EQ(a.thread, b.thread);
  EXPECT_EQ(a.site, b.site);
  EXPECT_EQ(a.otherSite, b.otherSite);
  EXPECT_EQ(a.blockClock, b.blockClock);
  EXPECT_EQ(a.warpClock, b.warpClock);
  EXPECT_EQ(a.groupClock, b.groupClock);
}

void expectRoundTrip(const CellLayout &layout, uint32_t epoch, unsigned state, const Payload &p) {
  const Cell cell = encode(layout, epoch, state, p);
  EXPECT_EQ(epochOf(cell), epoch);
  EXPECT_EQ(stateOf(cell), state);
  EXPECT_FALSE(isSplit(cell));
  expectEqual(decode(layout, cell), p);
  EXPECT_TRUE(isSplit(cell | SplitFlag));
  EXPECT_EQ(stateOf(cell | SplitFlag), state);
  expectEqual(decode(layout, cell | SplitFlag), p);
}

TEST(Shadow, EveryFieldSurvives) {
  const uint64_t patterns[] = {0, ~0ull, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 1, 0x123456789};
  for (const CellLayout &layout : Layouts)
    for (const uint64_t pattern : patterns)
      for (const unsigned state : {0u, 1u, 300u, unsigned(lowMask(StateBits))})
        for (const uint32_t epoch : {0u, 1u, MaxEpoch})
          expectRoundTrip(layout, epoch, state, filled(layout, pattern));
}

TEST(Shadow, FieldsDoNotTouch) {
  uint32_t Payload::*const Fields[] = {&Payload::site, &Payload::otherSite, &Payload::blockClock,
                                       &Payload::warpClock, &Payload::groupClock};
  for (const CellLayout &layout : Layouts)
    for (uint32_t Payload::*field : Fields) {
      Payload p{};
      p.*field = filled(layout, ~0ull).*field;
      expectRoundTrip(layout, 1, 1, p);
    }
}

TEST(Shadow, LayoutsFillThePayload) {
  for (const CellLayout &l : Layouts)
    EXPECT_LE(l.thread + l.site + l.otherSite + l.blockClock + l.warpClock + l.groupClock,
              int(PayloadBits));
}

TEST(Shadow, TagTouchesNothing) {
  const CellLayout layout{10, 10, 8, 8, 8, 4, 4, 0}; // all but the tag
  const Payload p = filled(layout, ~0ull);
  const Cell cell = encode(layout, MaxEpoch, unsigned(lowMask(StateBits)), p);
  for (unsigned tag = 0; tag < WordsPerCachedCell; ++tag) {
    const Cell marked = withTag(withTag(cell, 15), tag);
    EXPECT_EQ(tagOf(marked), tag);
    EXPECT_EQ(epochOf(marked), MaxEpoch);
    EXPECT_EQ(stateOf(marked), lowMask(StateBits));
    EXPECT_FALSE(isSplit(marked));
    expectEqual(decode(layout, marked), p);
  }
}

/// Cell and tag name the word, and cells that lie side by side are of neighbours.
TEST(Shadow, CacheTellsWordsApart) {
  for (const uint64_t words : {1u, 15u, 16u, 17u, 250u, 4096u}) {
    const uint64_t cells = cachedCells(words);
    EXPECT_EQ(cells, (words + 15) / 16);
    for (uint64_t word = 0; word < words; ++word) {
      const CachePlace place = placeInCache(word, words);
      EXPECT_LT(place.index, cells);
      EXPECT_LT(place.tag, WordsPerCachedCell);
      EXPECT_EQ(place.tag * cells + place.index, word);
    }
  }
}

TEST(Shadow, AbsentOtherSiteTakesNoRoom) {
  const CellLayout layout{24, 10, 8, 0, 6, 4, 4, 0};
  Payload p = filled(layout, 0x33);
  const Cell cell = encode(layout, 1, 1, p);
  p.otherSite = 77;
  EXPECT_EQ(encode(layout, 1, 1, p), cell);
}

} // namespace
