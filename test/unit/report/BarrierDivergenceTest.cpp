//===- BarrierDivergenceTest.cpp - Lanes of a warp at different barriers ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/BarrierDivergence.h"
#include "test/unit/report/ModuleBuilder.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using testing::SizeIs;

/// Barriers 0 and 1 of different lines, 2 a copy of 1 in another unit, 3 and 4 of
/// two functions without debug information.
class BarrierDivergenceTest : public ::testing::Test {
protected:
  BarrierDivergenceTest() {
    test::ModuleBuilder builder;
    builder.barrier("kernel()", builder.frame("kernel()", "a.cu", 17));
    builder.barrier("kernel()", builder.frame("kernel()", "a.cu", 20));
    const uint32_t outer = builder.frame("other()", "b.cu", 5);
    builder.barrier("kernel()", builder.frame("kernel()", "a.cu", 20, 3, outer));
    builder.barrier("near()", abi::NoFrame);
    builder.barrier("far()", abi::NoFrame);
    builder.kernel("kernel");
    module = builder.view();
  }

  std::optional<BarrierDivergence> decoded(uint32_t barrier, uint32_t other,
                                           uint32_t launch = 1) const {
    abi::Divergence row{};
    row.launch = launch;
    row.barrier = barrier;
    row.otherBarrier = other;
    row.lanes = 0xffff0000;
    row.warp = 2;
    row.blockIndex[1] = 7;
    return decodeDivergence(module, row);
  }

  ModuleView module;
};

TEST_F(BarrierDivergenceTest, NamesBothLines) {
  const auto found = decoded(1, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kernel, "kernel");
  EXPECT_EQ(found->barrier, "a.cu:20");
  EXPECT_EQ(found->otherBarrier, "a.cu:17");
  EXPECT_EQ(found->lanes, 0xffff0000u);
  EXPECT_EQ(found->warp, 2u);
  EXPECT_EQ(found->block, (Index3{0, 7, 0}));
}

/// A row has ended its kernel, and something has to say why.
TEST_F(BarrierDivergenceTest, OneLineOfTwoUnitsIsTold) {
  const auto found = decoded(1, 2);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->barrier, "a.cu:20");
  EXPECT_EQ(found->otherBarrier, "a.cu:20");
}

TEST_F(BarrierDivergenceTest, WithoutDebugInformationFunctionsCount) {
  const auto found = decoded(3, 4);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->barrier, "function near()");
  EXPECT_EQ(found->otherBarrier, "function far()");
}

TEST_F(BarrierDivergenceTest, DamagedRowsAreLeftOut) { EXPECT_FALSE(decoded(0, 5)); }

TEST_F(BarrierDivergenceTest, OneForEachPairOfLines) {
  const auto merged =
      mergeDivergences({*decoded(0, 1, 3), *decoded(2, 0, 2), *decoded(3, 4, 5), *decoded(0, 4)});
  ASSERT_THAT(merged, SizeIs(3));
  EXPECT_EQ(merged[0].barrier, "a.cu:20");
  EXPECT_EQ(merged[0].launch, 2u) << "the earliest";
}

} // namespace
} // namespace warpsan::report
