//===- NamedRegionsTest.cpp - Parts of allocations that have names ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/named_regions.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

std::string nameAt(const NamedRegions &regions, uint64_t address, uint32_t launch) {
  const std::optional<NamedRegion> found = regions.find(address, launch);
  return found ? found->name : "";
}

TEST(NamedRegions, LiveThroughLaunches) {
  NamedRegions regions;
  regions.add({0x1000, 64, "first", nullptr, 1});
  regions.remove(0x1000, 3);
  regions.add({0x1000, 32, "second", nullptr, 3});
  EXPECT_EQ(nameAt(regions, 0x1000, 2), "first");
  EXPECT_EQ(nameAt(regions, 0x101f, 3), "second");
  EXPECT_EQ(nameAt(regions, 0x1020, 3), "");
  EXPECT_EQ(nameAt(regions, 0xfff, 3), "");
}

TEST(NamedRegions, TheSmallestCounts) {
  NamedRegions regions;
  regions.add({0x1000, 64, "pool", nullptr, 1});
  regions.add({0x1010, 16, "part", nullptr, 1});
  EXPECT_EQ(nameAt(regions, 0x1018, 1), "part");
  EXPECT_EQ(nameAt(regions, 0x1020, 1), "pool");
}

TEST(NamedRegions, EndWithTheirAllocation) {
  NamedRegions regions;
  regions.add({0x1000, 64, "in", nullptr, 1});
  regions.add({0x2000, 64, "out", nullptr, 1});
  regions.removeWithin(0x1000, 0x1000, 2);
  EXPECT_EQ(nameAt(regions, 0x1000, 1), "in");
  EXPECT_EQ(nameAt(regions, 0x1000, 2), "");
  EXPECT_EQ(nameAt(regions, 0x2000, 2), "out");
}

TEST(NamedRegions, TheSameAddressAgainIsAnotherOne) {
  NamedRegions regions;
  regions.add({0x1000, 64, "old", nullptr, 2});
  regions.add({0x1000, 64, "new", nullptr, 2});
  EXPECT_EQ(nameAt(regions, 0x1000, 2), "new");
}

} // namespace
} // namespace warpsan::rt
