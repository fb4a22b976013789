//===- ArenaTest.cpp - Memory of the device --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arena.h"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>

namespace warpsan::cpu {
namespace {

bool isZero(const void *memory, size_t bytes) {
  const auto *begin = static_cast<const char *>(memory);
  return std::all_of(begin, begin + bytes, [](char byte) { return byte == 0; });
}

TEST(Arena, AlignsAndKeepsApart) {
  auto *a = static_cast<char *>(arena().allocate(256, MemoryKind::Device));
  auto *b = static_cast<char *>(arena().allocate(1, MemoryKind::Device));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a) % 256, 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(b) % 256, 0u);
  EXPECT_GE(std::abs(b - a), 512) << "a free granule lies between";
  arena().release(a);
  arena().release(b);
}

TEST(Arena, GivesZeroedMemoryAgain) {
  for (size_t bytes : {3000u, 20000u, 1u << 20}) {
    void *first = arena().allocate(bytes, MemoryKind::Device);
    EXPECT_TRUE(isZero(first, bytes));
    std::memset(first, 1, bytes);
    ASSERT_TRUE(arena().release(first));
    void *second = arena().allocate(bytes, MemoryKind::Device);
    EXPECT_EQ(first, second) << "the freed chunk is taken";
    EXPECT_TRUE(isZero(second, bytes));
    arena().release(second);
  }
}

TEST(Arena, FindsAllocationsByInnerAddress) {
  auto *memory = static_cast<char *>(arena().allocate(1000, MemoryKind::Managed));
  Allocation found;
  ASSERT_TRUE(arena().find(memory + 999, found));
  EXPECT_EQ(found.base, memory);
  EXPECT_EQ(found.bytes, 1000u);
  EXPECT_EQ(found.kind, MemoryKind::Managed);
  EXPECT_FALSE(arena().find(memory + 1000, found));
  EXPECT_FALSE(arena().find(memory - 1, found));
  arena().release(memory);
  EXPECT_FALSE(arena().find(memory, found));
}

TEST(Arena, RefusesWhatItDoesNotKnow) {
  void *memory = arena().allocate(64, MemoryKind::Device);
  EXPECT_FALSE(arena().release(static_cast<char *>(memory) + 8));
  EXPECT_TRUE(arena().release(memory));
  EXPECT_FALSE(arena().release(memory));
  EXPECT_TRUE(arena().release(nullptr));
}

TEST(Arena, ResetReleasesEverything) {
  const size_t before = arena().freeBytes();
  void *first = arena().allocate(64, MemoryKind::Device);
  arena().allocate(1 << 20, MemoryKind::Managed);
  std::memset(first, 1, 64);
  arena().releaseAll();
  EXPECT_EQ(arena().freeBytes(), before);
  Allocation found;
  EXPECT_FALSE(arena().find(first, found));
  void *again = arena().allocate(64, MemoryKind::Device);
  EXPECT_TRUE(isZero(again, 64));
  arena().release(again);
}

TEST(Arena, HasAnEnd) {
  EXPECT_EQ(arena().allocate(Arena::TotalBytes + 1, MemoryKind::Device), nullptr);
  const size_t before = arena().freeBytes();
  void *half = arena().allocate(Arena::TotalBytes / 2, MemoryKind::Device);
  ASSERT_NE(half, nullptr);
  EXPECT_EQ(arena().allocate(Arena::TotalBytes / 2 + 1, MemoryKind::Device), nullptr);
  EXPECT_LT(arena().freeBytes(), before);
  arena().release(half);
  EXPECT_EQ(arena().freeBytes(), before);
}

} // namespace
} // namespace warpsan::cpu
