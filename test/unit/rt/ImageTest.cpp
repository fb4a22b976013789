//===- ImageTest.cpp - Units of a device module ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/image.h"
#include "test/unit/report/ModuleBuilder.h"
#include "test/unit/rt/FakeBackend.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

std::vector<char> unit(const std::string &name, const std::vector<std::string> &calls) {
  test::ModuleBuilder builder;
  builder.site(AccessKind::Write, builder.frame(name + "()", "a.cu", 17));
  builder.site(AccessKind::Write, builder.frame(name + "()", "a.cu", 18));
  builder.barrier(name + "()", builder.frame(name + "()", "a.cu", 19));
  builder.kernel(name);
  builder.calls(calls);
  return builder.blob();
}

class ImageTest : public ::testing::Test {
protected:
  ImageTest() {
    device.addUnit("first", unit("first", {"callee", "nowhere"}), nullptr);
    device.addUnit("second", unit("second", {}), &secondBases);
    device.addUnit("callee", unit("callee", {}), &calleeBases);
  }

  test::FakeBackend device;
  abi::UnitBases secondBases{99, 99}, calleeBases{99, 99};
  Image image{device, nullptr};
};

TEST_F(ImageTest, UnknownNameHasNoUnit) {
  EXPECT_EQ(image.find("nowhere"), nullptr);
  EXPECT_TRUE(image.units().empty());
}

TEST_F(ImageTest, CalledUnitsAreLoadedToo) {
  const Unit *first = image.find("first");
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->bases.site, 0u);
  EXPECT_EQ(image.units().size(), 2u);
  EXPECT_EQ(calleeBases.site, 2u);
  EXPECT_EQ(calleeBases.barrier, 1u);
  EXPECT_EQ(secondBases.site, 99u);
}

TEST_F(ImageTest, LaterUnitsComeBehind) {
  const std::vector<char> before = (image.find("first"), image.blob());
  const Unit *second = image.find("second");
  EXPECT_EQ(second->bases.site, 4u);
  EXPECT_EQ(second->firstKernel, 2u);
  EXPECT_EQ(secondBases.site, 4u);
  EXPECT_EQ(secondBases.barrier, 2u);
  EXPECT_EQ(image.find("first")->bases.site, 0u);
  EXPECT_EQ(report::ModuleView(before).siteCount(), 4u);
  EXPECT_EQ(report::ModuleView(image.blob()).siteCount(), 6u);
  EXPECT_EQ(report::ModuleView(image.blob()).barrierCount(), 3u);
}

TEST_F(ImageTest, OneUnitIsItsOwnBlob) {
  image.find("second");
  EXPECT_EQ(image.blob(), unit("second", {}));
}

} // namespace
} // namespace warpsan::rt
