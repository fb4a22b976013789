//===- byte_merge_test.cpp - Comparing and merging copies ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/byte_merge.h"
#include <array>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace warpsan {
namespace {

using Bytes = std::array<uint8_t, 4>;

uint32_t wordOf(const Bytes &bytes) {
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | uint32_t(bytes[3]) << 24;
}

uint8_t byteOf(uint32_t word, unsigned byte) { return uint8_t(word >> 8 * byte); }

TEST(ByteMerge, MasksTellEachByteThatDiffers) {
  for (unsigned bit = 0; bit < 32; ++bit)
    EXPECT_EQ(differingBytes(0x12345678u, 0x12345678u ^ 1u << bit), 0xffu << bit / 8 * 8);
  EXPECT_EQ(differingBytes(0x01020304u, 0x01020304u), 0u);
  EXPECT_EQ(differingBytes(0x01020304u, 0xff0203ffu), 0xff0000ffu);
}

TEST(ByteMerge, PicksBytes) {
  EXPECT_EQ(pickBytes(0x00ff00ffu, 0x11111111u, 0x22222222u), 0x22112211u);
}

/// The steps of Figure 3, one byte at a time, as written there.
struct Reference {
  Bytes all{};
  bool conflicts = false;
  std::vector<Bytes> second;

  Reference(const Bytes &stale, const std::vector<Bytes> &first) : all(stale) {
    for (const Bytes &own : first)
      for (unsigned b = 0; b < 4; ++b)
        if (own[b] != stale[b]) {
          conflicts |= all[b] != stale[b];
          all[b] = own[b];
        }
    for (const Bytes &own : first) {
      Bytes start = all;
      for (unsigned b = 0; b < 4; ++b)
        if (own[b] != stale[b])
          start[b] = stale[b];
      second.push_back(start);
    }
  }
};

TEST(ByteMerge, WordsDoWhatBytesDo) {
  std::mt19937 random(1);
  // Few values, so that bytes are often equal.
  const auto anyBytes = [&] {
    Bytes bytes;
    for (uint8_t &byte : bytes)
      byte = uint8_t(random() % 3 * 0x7f);
    return bytes;
  };
  for (unsigned round = 0; round < 20000; ++round) {
    const Bytes stale = anyBytes();
    std::vector<Bytes> first(1 + random() % 4);
    for (Bytes &own : first)
      own = random() % 2 ? stale : anyBytes();
    const Reference expected(stale, first);
    Merged merged{wordOf(stale), 0};
    uint32_t conflicts = 0;
    for (const Bytes &own : first) {
      merged = mergeChanges(wordOf(stale), merged.all, wordOf(own));
      conflicts |= merged.conflicts;
    }
    ASSERT_EQ(merged.all, wordOf(expected.all));
    ASSERT_EQ(conflicts != 0, expected.conflicts);
    for (unsigned i = 0; i < first.size(); ++i)
      ASSERT_EQ(secondStart(wordOf(stale), merged.all, wordOf(first[i])),
                wordOf(expected.second[i]));
  }
}

TEST(ByteMerge, NeighboursDoNotConflict) {
  const uint32_t stale = 0;
  const Merged one = mergeChanges(stale, stale, 0x000000aau);
  const Merged two = mergeChanges(stale, one.all, 0x0000bb00u);
  EXPECT_EQ(two.all, 0x0000bbaau);
  EXPECT_EQ(two.conflicts, 0u);
  EXPECT_EQ(mergeChanges(stale, two.all, 0x00cccc00u).conflicts, 0x0000ff00u);
}

/// What cannot be found: a warp that leaves the byte as it was.
TEST(ByteMerge, UnchangedValuesAreNoWrites) {
  const Merged merged = mergeChanges(7, mergeChanges(7, 7, 9).all, 7);
  EXPECT_EQ(merged.all, 9u);
  EXPECT_EQ(merged.conflicts, 0u);
  EXPECT_EQ(byteOf(secondStart(7, merged.all, 7), 0), 9);
  EXPECT_EQ(byteOf(secondStart(7, merged.all, 9), 0), 7);
}

} // namespace
} // namespace warpsan
