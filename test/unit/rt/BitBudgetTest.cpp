//===- BitBudgetTest.cpp - Cell layouts ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/bit_budget.h"
#include "warpsan/module_info.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

unsigned clockBits(const CellLayout &layout) {
  return layout.blockClock + layout.warpClock + layout.groupClock;
}

unsigned allBits(const CellLayout &layout) {
  return layout.thread + layout.site + layout.otherSite + clockBits(layout);
}

TEST(BitBudget, SmallLaunchHasEverything) {
  const auto layout = chooseGlobalLayout({256, 64, 20, abi::KernelBlockBarrier});
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->thread, 14);
  EXPECT_EQ(layout->threadInBlock, 8);
  EXPECT_EQ(layout->site, 5);
  EXPECT_EQ(layout->otherSite, 5);
  EXPECT_EQ(layout->blockClock, 22);
  EXPECT_EQ(layout->warpClock, 0);
}

TEST(BitBudget, WarpIsAlwaysFiveBits) {
  const auto layout = chooseGlobalLayout({1, 1, 1, 0});
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->threadInBlock, 5);
  EXPECT_EQ(layout->thread, 5);
}

TEST(BitBudget, ClockBitsAreAtLeastWhatWasAskedFor) {
  LayoutRequest request{1024, 1 << 14, 255, abi::KernelBlockBarrier};
  request.clockBits = 14;
  ASSERT_TRUE(chooseGlobalLayout(request));
  request.clockBits = 15;
  EXPECT_FALSE(chooseGlobalLayout(request));
  request.isOrdered = true;
  EXPECT_TRUE(chooseGlobalLayout(request));
  request.clockBits = HistoryBlockBits + 1;
  EXPECT_FALSE(chooseGlobalLayout(request));
}

/// All ones in otherSite is "none": a site with that number would vanish.
TEST(BitBudget, NoSiteIsAllOnes) {
  for (const uint32_t sites : {1u, 2u, 3u, 4u, 7u, 8u, 255u, 256u}) {
    const auto layout = chooseGlobalLayout({32, 1, sites, 0});
    ASSERT_TRUE(layout);
    EXPECT_LT(sites - 1, lowMask(layout->site)) << sites;
  }
}

TEST(BitBudget, SecondSiteGoesFirst) {
  const auto layout = chooseGlobalLayout({1024, 1 << 14, 255, abi::KernelBlockBarrier});
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->thread, 24);
  EXPECT_EQ(layout->site, 8);
  EXPECT_EQ(layout->otherSite, 0);
  EXPECT_EQ(layout->blockClock, 14);
}

TEST(BitBudget, CachedCellsHaveATag) {
  LayoutRequest request{256, 64, 20, abi::KernelBlockBarrier};
  request.isCached = true;
  EXPECT_EQ(allBits(*chooseGlobalLayout(request)), PayloadBits - TagBits);
  EXPECT_EQ(allBits(*chooseSharedLayout(request)), PayloadBits);
}

TEST(BitBudget, NoClocksWithoutBarriers) {
  const auto layout = chooseGlobalLayout({1024, 1 << 14, 255, 0});
  ASSERT_TRUE(layout);
  EXPECT_EQ(clockBits(*layout), 0u);
  EXPECT_EQ(layout->otherSite, 8);
}

TEST(BitBudget, TooWide) {
  EXPECT_FALSE(chooseGlobalLayout({1024, 1 << 20, 255, abi::KernelBlockBarrier}));
  EXPECT_TRUE(chooseGlobalLayout({1024, 1 << 20, 255, 0}));
  EXPECT_TRUE(chooseSharedLayout({1024, 1 << 20, 255, abi::KernelBlockBarrier}));
}

TEST(BitBudget, SharesClocksAmongBarrierKinds) {
  const auto layout = chooseSharedLayout(
      {256, 1, 10,
       abi::KernelBlockBarrier | abi::KernelWarpBarrier | abi::KernelPartialWarpBarrier});
  ASSERT_TRUE(layout);
  EXPECT_GE(layout->blockClock, layout->warpClock);
  EXPECT_GT(layout->warpClock, 0);
  EXPECT_GT(layout->groupClock, 0);
}

TEST(BitBudget, UnknownMaskMayNameTheWholeWarp) {
  const auto layout = chooseSharedLayout({256, 1, 10, abi::KernelPartialWarpBarrier});
  ASSERT_TRUE(layout);
  EXPECT_GT(layout->warpClock, 0);
  EXPECT_GT(layout->groupClock, 0);
}

TEST(BitBudget, EveryLayoutFitsTheCell) {
  for (uint32_t flags = 0; flags < 8; ++flags)
    for (const uint64_t threads : {1, 33, 256, 1024})
      for (const uint64_t blocks : {1, 7, 4096, 1 << 20})
        for (const uint32_t sites : {1, 100, 5000})
          for (const auto &layout : {chooseGlobalLayout({threads, blocks, sites, flags}),
                                     chooseSharedLayout({threads, blocks, sites, flags})}) {
            if (!layout)
              continue;
            EXPECT_LE(allBits(*layout), PayloadBits);
            EXPECT_TRUE(layout->otherSite == 0 || layout->otherSite == layout->site);
            EXPECT_GE(clockBits(*layout), flags ? LayoutRequest().clockBits : 0u);
          }
}

} // namespace
} // namespace warpsan::rt
