//===- region_block_test.cpp - What a block in mode ld keeps ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/region_block.h"
#include <gtest/gtest.h>

namespace warpsan {
namespace {

TEST(RegionBlock, MasksOfLines) {
  EXPECT_EQ(lineMask(0, 4), 0xfu);
  EXPECT_EQ(lineMask(31, 1), 1u << 31);
  EXPECT_EQ(lineMask(0, WriteLineBytes), ~0u);
  EXPECT_EQ(lineMask(8, 8), 0xff00u);
}

/// Whatever the program aligns to 16 bytes is so in its copy and in the buffer.
TEST(RegionBlock, KeepsAlignment) {
  for (uint32_t capacity = 4; capacity <= 1u << 20; capacity *= 2) {
    EXPECT_EQ(copiesOffset(capacity) % 16, 0u);
    EXPECT_EQ(writeBufferBytes(capacity) % 16, 0u);
    const uint64_t firstLine =
        sizeof(RegionBlock) + sizeof(WriteBuffer) + capacity * sizeof(uint32_t);
    EXPECT_EQ((firstLine + offsetof(WriteLine, bytes)) % 16, 0u);
  }
  EXPECT_EQ(sizeof(WriteLine) % 16, 0u);
  EXPECT_EQ(copyStride(48) % 16, 0u);
}

TEST(RegionBlock, PlacesAreOfCopiesAndTheUnion) {
  EXPECT_EQ(placesBytes(1, 16, {}), 2 * copyStride(16));
  EXPECT_EQ(placesBytes(32, 16, {.isPoisoned = true}), 34 * copyStride(16));
  EXPECT_EQ(placesBytes(32, 16, {.isMarked = true}), (firstMarks(32) + 32) * copyStride(16));
}

TEST(RegionBlock, HashesStayInTheTable) {
  for (uint64_t number = 1; number < 1000; ++number) {
    EXPECT_LT(lineHash(number, 64), 64u);
    EXPECT_LT(lineHash(number << 40, 64), 64u);
  }
  EXPECT_LT(mostLines(64), 64u);
}

} // namespace
} // namespace warpsan
