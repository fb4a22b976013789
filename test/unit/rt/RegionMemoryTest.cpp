//===- RegionMemoryTest.cpp - Where copies of shared memory lie ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FakeBackend.h"
#include "core/region_block.h"
#include "rt/region_memory.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

TEST(RegionMemory, CopiesLieBehindWhatTheProgramHas) {
  const SharedWindow window{1024, 400, 0};
  const CopyNeed need = needOf(window, 3, {});
  EXPECT_EQ(need.copyBytes, 400u);
  EXPECT_EQ(need.sharedCopies, 1424u);
  EXPECT_EQ(need.bytes, 4 * (400u + RegionMargin) + touchedBytes(3, 400));
  EXPECT_EQ(need.dynamic, sizeof(RegionBlock) + need.bytes);
}

/// Dynamic shared memory starts at some place behind the static one.
TEST(RegionMemory, CopiesHoldDynamicMemoryWhereverItStarts) {
  const SharedWindow window{0, 20, 100};
  const CopyNeed need = needOf(window, 1, {.isPoisoned = true});
  EXPECT_GE(need.copyBytes, 1024u + 100u);
  EXPECT_EQ(need.copyBytes % 16, 0u);
  EXPECT_EQ(need.sharedCopies % 16, 0u);
  EXPECT_EQ(need.bytes, 3 * copyStride(need.copyBytes) + touchedBytes(1, need.copyBytes));
  EXPECT_EQ(need.dynamic, need.sharedCopies + sizeof(RegionBlock) + need.bytes - 20);
}

TEST(RegionMemory, CopiesShareALimit) {
  const SharedWindow window{0, 400, 0};
  const uint64_t stride = copyStride(400);
  EXPECT_EQ(copiesWithin(window, 8, 0), 8u);
  EXPECT_EQ(leastCopyBytes(window, 8), 3 * stride);
  EXPECT_EQ(copiesWithin(window, 8, 3 * stride), 2u);
  EXPECT_EQ(copiesWithin(window, 8, 5 * stride - 1), 3u);
  EXPECT_EQ(copiesWithin(window, 8, 100 * stride), 8u);
}

TEST(RegionMemory, ModeDetHasACopyAndMarksForEach) {
  const SharedWindow window{0, 400, 0};
  EXPECT_EQ(allCopyBytes(window, 8), (firstMarks(8) + 8) * copyStride(400));
  EXPECT_EQ(needOf(window, 8, {.isMarked = true}).bytes, allCopyBytes(window, 8));
}

/// One copy for several members would tell nothing.
TEST(RegionMemory, NoCopiesAreTooFewForTwoMembers) {
  const SharedWindow window{0, 400, 0};
  const uint64_t stride = copyStride(400);
  EXPECT_EQ(copiesWithin(window, 8, 3 * stride - 1), 0u);
  EXPECT_EQ(copiesWithin(window, 1, 2 * stride), 1u);
  EXPECT_EQ(copiesWithin(window, 1, 1), 0u);
}

TEST(RegionMemory, BuffersHoldWhatWasAskedFor) {
  for (uint64_t bytes : {1, 1000, 1024, 32768, 100000}) {
    const uint32_t lines = bufferLinesFor(bytes);
    EXPECT_EQ(lines & (lines - 1), 0u);
    EXPECT_GE(uint64_t(mostLines(lines)) * WriteLineBytes, bytes);
  }
}

/// Slots of another size would have to be cleared.
TEST(RegionMemory, PoolsKeepSlotsOfOneSize) {
  test::FakeBackend device;
  RegionPools pools(device);
  abi::LaunchRecord record{};
  record.slotCount = 4;
  ASSERT_TRUE(pools.prepare(1, 4096, record));
  const uint64_t first = record.regionSlots;
  EXPECT_EQ(record.regionStride, 4096u);
  record.slotCount = 2;
  ASSERT_TRUE(pools.prepare(1, 4096, record));
  EXPECT_EQ(record.regionSlots, first);
  ASSERT_TRUE(pools.prepare(1, 8192, record));
  EXPECT_NE(record.regionSlots, first);
  const uint64_t second = record.regionSlots;
  ASSERT_TRUE(pools.prepare(2, 8192, record));
  EXPECT_NE(record.regionSlots, second);
}

} // namespace
} // namespace warpsan::rt
