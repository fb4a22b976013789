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
  builder.kernel(name);
  builder.calls(calls);
  return builder.blob();
}

class ImageTest : public ::testing::Test {
protected:
  ImageTest() {
    device.addUnit("first", unit("first", {"callee", "nowhere"}), nullptr);
    device.addUnit("second", unit("second", {}), &secondBase);
    device.addUnit("callee", unit("callee", {}), &calleeBase);
  }

  test::FakeBackend device;
  uint32_t secondBase = 99, calleeBase = 99;
  Image image{device, nullptr};
};

TEST_F(ImageTest, UnknownNameHasNoUnit) {
  EXPECT_EQ(image.find("nowhere"), nullptr);
  EXPECT_TRUE(image.units().empty());
}

TEST_F(ImageTest, CalledUnitsAreLoadedToo) {
  const Unit *first = image.find("first");
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->firstSite, 0u);
  EXPECT_EQ(image.units().size(), 2u);
  EXPECT_EQ(calleeBase, 2u);
  EXPECT_EQ(secondBase, 99u);
}

TEST_F(ImageTest, LaterUnitsComeBehind) {
  const std::vector<char> before = (image.find("first"), image.blob());
  const Unit *second = image.find("second");
  EXPECT_EQ(second->firstSite, 4u);
  EXPECT_EQ(second->firstKernel, 2u);
  EXPECT_EQ(secondBase, 4u);
  EXPECT_EQ(image.find("first")->firstSite, 0u);
  EXPECT_EQ(report::ModuleView(before).siteCount(), 4u);
  EXPECT_EQ(report::ModuleView(image.blob()).siteCount(), 6u);
}

TEST_F(ImageTest, OneUnitIsItsOwnBlob) {
  image.find("second");
  EXPECT_EQ(image.blob(), unit("second", {}));
}

} // namespace
} // namespace warpsan::rt
