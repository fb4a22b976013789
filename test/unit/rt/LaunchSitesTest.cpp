//===- LaunchSitesTest.cpp - Where the program launched from ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/launch_sites.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

constexpr char Code[2] = {};
const void *const Here = &Code[0];
const void *const There = &Code[1];

TEST(LaunchSites, SiteHoldsUntilItChanges) {
  LaunchSites sites;
  EXPECT_EQ(sites.find(1), nullptr);
  sites.note(2, Here);
  sites.note(3, Here);
  sites.note(4, There);
  sites.note(5, Here);
  EXPECT_EQ(sites.find(1), nullptr);
  EXPECT_EQ(sites.find(2), Here);
  EXPECT_EQ(sites.find(3), Here);
  EXPECT_EQ(sites.find(4), There);
  EXPECT_EQ(sites.find(100), Here);
}

TEST(LaunchSites, FailedLaunchHasNoNumber) {
  LaunchSites sites;
  sites.note(1, Here);
  sites.note(2, There);
  sites.note(2, Here);
  sites.note(3, There);
  EXPECT_EQ(sites.find(2), Here);
  EXPECT_EQ(sites.find(3), There);
}

} // namespace
} // namespace warpsan::rt
