//===- OutOfBoundsTest.cpp - Accesses outside of allocations ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/OutOfBounds.h"
#include "test/unit/report/ModuleBuilder.h"
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using namespace test;

class OutOfBoundsTest : public ::testing::Test {
protected:
  OutOfBoundsTest() {
    const uint32_t line = builder.frame("kernel(int*)", "a.cu", 17);
    builder.site(AccessKind::Read, line);
    builder.site(AccessKind::Write, line);
    builder.site(AccessKind::Read, line);
    builder.kernel("_Z6kernelPi");
    module = builder.view();
  }

  OutOfBounds found(uint32_t site, uint32_t launch, bool countKnown = true) const {
    abi::RaceRecord record = makeRecord(site, abi::UnknownSite);
    record.launch = launch;
    record.flags = abi::RaceOutOfBounds;
    return decodeOutOfBounds(module, {record, 3, countKnown, "seed=7"}, {});
  }

  ModuleBuilder builder;
  ModuleView module;
};

TEST_F(OutOfBoundsTest, NamesAccessAndThread) {
  const OutOfBounds each = found(1, 4);
  EXPECT_EQ(each.access.kind, AccessKind::Write);
  EXPECT_EQ(locationOf(each.access), "a.cu:17");
  EXPECT_EQ(each.access.position.block, (Index3{2, 0, 0}));
  EXPECT_EQ(each.access.position.thread, (Index3{5, 1, 0}));
  EXPECT_EQ(each.launch.kernel, "_Z6kernelPi");
  EXPECT_EQ(each.launch.number, 4u);
  EXPECT_EQ(each.address, 20u);
  EXPECT_EQ(each.count, 3u);
  EXPECT_EQ(each.schedule, "seed=7");
}

TEST_F(OutOfBoundsTest, OneForEachKindOfAccessOfALine) {
  const auto merged = mergeOutOfBounds({found(0, 5), found(1, 1), found(2, 2, false)});
  ASSERT_EQ(merged.size(), 2u);
  EXPECT_EQ(merged[0].access.kind, AccessKind::Read);
  EXPECT_EQ(merged[0].launch.number, 2u) << "the earliest launch";
  EXPECT_EQ(merged[0].count, 6u);
  EXPECT_FALSE(merged[0].countKnown);
  EXPECT_EQ(merged[1].access.kind, AccessKind::Write);
}

TEST_F(OutOfBoundsTest, SuppressedOnesStayApartAndComeLast) {
  OutOfBounds known = found(0, 1);
  known.suppressed = {"kernel:kernel", ""};
  const auto merged = mergeOutOfBounds({known, found(0, 2), known});
  ASSERT_EQ(merged.size(), 2u);
  EXPECT_FALSE(merged[0].suppressed);
  EXPECT_EQ(merged[0].count, 3u);
  EXPECT_TRUE(merged[1].suppressed);
  EXPECT_EQ(merged[1].count, 6u);
}

} // namespace
} // namespace warpsan::report
