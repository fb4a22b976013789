//===- DeviceHeapTest.cpp - Memory of malloc in device code ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/device_heap.h"
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>

namespace warpsan::cpu {
namespace {

constexpr size_t Limit = 4096;

class DeviceHeapTest : public ::testing::Test {
protected:
  DeviceHeapTest() { heap.setBytes(Limit); }
  ~DeviceHeapTest() override { heap.reset(); }
  char *take(size_t bytes) { return static_cast<char *>(heap.allocate(bytes)); }

  DeviceHeap heap;
};

TEST_F(DeviceHeapTest, TakesFromOneRegion) {
  char *first = take(24);
  char *second = take(1);
  EXPECT_EQ(first, heap.region());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(second) % 16, 0u);
  EXPECT_GE(second - first, 40) << "a free granule lies between";
  EXPECT_TRUE(heap.covers(first + Limit - 1));
  EXPECT_FALSE(heap.covers(first + Limit));
  EXPECT_FALSE(heap.covers(nullptr));
}

TEST_F(DeviceHeapTest, TellsWhatIsTaken) {
  char *memory = take(24);
  EXPECT_TRUE(heap.holds(memory + 23));
  EXPECT_FALSE(heap.holds(memory + 24));
  EXPECT_TRUE(heap.release(memory));
  EXPECT_FALSE(heap.holds(memory));
  EXPECT_FALSE(heap.release(memory));
  EXPECT_TRUE(heap.release(nullptr));
}

TEST_F(DeviceHeapTest, GivesZeroedMemoryAgain) {
  char *first = take(100);
  std::memset(first, 1, 100);
  heap.release(first);
  char *second = take(90);
  EXPECT_EQ(first, second);
  for (size_t i = 0; i < 90; ++i)
    EXPECT_EQ(second[i], 0);
}

TEST_F(DeviceHeapTest, FullIsNull) {
  EXPECT_EQ(take(Limit + 1), nullptr);
  EXPECT_EQ(take(SIZE_MAX), nullptr);
  unsigned count = 0;
  char *last = nullptr;
  while (char *each = take(100)) {
    last = each;
    ++count;
  }
  EXPECT_EQ(count, Limit / 128);
  heap.release(last);
  EXPECT_EQ(take(100), last);
}

/// Whatever the order in which small pieces come back, a large one fits again.
TEST_F(DeviceHeapTest, NeighboursGrowTogether) {
  char *pieces[4];
  for (char *&each : pieces)
    each = take(1000);
  EXPECT_EQ(take(1000), nullptr);
  for (unsigned i : {1u, 3u, 0u, 2u})
    heap.release(pieces[i]);
  EXPECT_EQ(take(Limit - 16), heap.region());
}

TEST_F(DeviceHeapTest, SizeIsFixedOnceThereIsARegion) {
  EXPECT_TRUE(heap.setBytes(2 * Limit));
  EXPECT_NE(take(1), nullptr);
  EXPECT_TRUE(heap.setBytes(2 * Limit));
  EXPECT_FALSE(heap.setBytes(Limit));
  heap.reset();
  EXPECT_TRUE(heap.setBytes(0));
  EXPECT_EQ(take(1), nullptr);
  EXPECT_EQ(heap.region(), nullptr);
}

TEST_F(DeviceHeapTest, ImageKeepsContents) {
  char *memory = take(8);
  memory[0] = 'a';
  const DeviceHeap::Image image = heap.save();
  memory[0] = 'b';
  char *later = take(8);
  heap.restore(image);
  EXPECT_EQ(memory[0], 'a');
  EXPECT_TRUE(heap.holds(memory));
  EXPECT_FALSE(heap.holds(later));
  EXPECT_EQ(take(8), later);
}

TEST_F(DeviceHeapTest, ImageFromBeforeTheRegion) {
  const DeviceHeap::Image image = heap.save();
  char *memory = take(8);
  memory[0] = 'b';
  heap.restore(image);
  EXPECT_FALSE(heap.holds(memory));
  EXPECT_EQ(take(Limit - 16), memory);
  EXPECT_EQ(memory[0], 0);
}

} // namespace
} // namespace warpsan::cpu
