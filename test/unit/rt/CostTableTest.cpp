//===- CostTableTest.cpp - Times and counters of launches ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/cost_table.h"
#include "test/unit/report/ModuleBuilder.h"
#include "test/unit/rt/FakeBackend.h"
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

using abi::Counter;

/// A stream that the test lets go on.
class TimedBackend : public test::FakeBackend {
public:
  uint64_t markMoment(void *) override { return hasMoments ? ++moments : 0; }
  void releaseMoment(uint64_t moment) override { released += moment != 0; }
  std::optional<uint64_t> elapsed(uint64_t begin, uint64_t end) override {
    return end <= reached ? std::optional((end - begin) * 10) : std::nullopt;
  }
  std::optional<ThreadResources> resources(void *function) override {
    return hasResources ? std::optional<ThreadResources>({function == this ? 16u : 40u, 8u})
                        : std::nullopt;
  }
  int copyFromDevice(void *to, const void *from, size_t bytes) override {
    return isLost ? 1 : FakeBackend::copyFromDevice(to, from, bytes);
  }

  bool hasMoments = true;
  bool hasResources = true;
  bool isLost = false;
  uint64_t moments = 0;
  uint64_t reached = UINT64_MAX;
  uint64_t released = 0;
};

class CostTableTest : public ::testing::Test {
protected:
  CostTableTest() {
    test::ModuleBuilder builder;
    builder.site(abi::AccessKind::Write, builder.frame("kernel()", "a.cu", 17));
    builder.kernel("kernel");
    device.addUnit("kernel", builder.blob(), nullptr);
    device.functions["__warpsan_twin_kernel"] = "twin";
    kernel = modules.find("kernel", 1);
    kernel->original = &device;
    options.counters = true;
  }

  int launch(void *function, int error = 0) {
    ++kernel->runs().launches;
    return table.launch(*kernel, {function, 0}, {{4, 1, 1}, {64, 2, 1}, 0, nullptr, false, nullptr},
                        [&] { return error; });
  }
  abi::LaunchRecord counting() {
    abi::LaunchRecord record{};
    table.startCounting(record);
    return record;
  }
  static uint64_t &counterOf(const abi::LaunchRecord &record, Counter which) {
    return reinterpret_cast<abi::KernelCounters *>(record.kernelCounters)->values[unsigned(which)];
  }
  report::KernelCosts costs(bool deviceUsable = true) {
    const auto all = table.read(modules, deviceUsable);
    return all.size() == 1 ? all[0] : report::KernelCosts{};
  }

  TimedBackend device;
  RuntimeOptions options;
  Allocations allocations{device, 0};
  Modules modules{device, allocations};
  CostTable table{device, options};
  Kernel *kernel = nullptr;
};

TEST_F(CostTableTest, NothingWithoutTheOption) {
  options.counters = false;
  EXPECT_EQ(counting().flags, 0u);
  EXPECT_EQ(launch(kernel->twin), 0);
  EXPECT_EQ(device.moments, 0u);
  EXPECT_EQ(costs().checked.launches, 0u);
}

TEST_F(CostTableTest, LaunchesOfBothFunctions) {
  launch(kernel->twin);
  launch(kernel->twin);
  launch(kernel->original);
  const report::KernelCosts found = costs();
  EXPECT_EQ(found.launches, 3u);
  EXPECT_EQ(found.checked.launches, 2u);
  EXPECT_EQ(found.checked.threads, 1024u);
  EXPECT_EQ(found.checked.nanoseconds, 20u);
  EXPECT_EQ(found.own.launches, 1u);
  EXPECT_EQ(found.own.nanoseconds, 10u);
  EXPECT_EQ(found.ownFunction->registers, 16u);
  EXPECT_EQ(found.ownFunction->blocks, 8u); // 16 on two multiprocessors
  EXPECT_EQ(found.twin->registers, 40u);
  EXPECT_EQ(found.twin->localBytes, 8u);
  EXPECT_EQ(found.twin->blocks, 4u);
  EXPECT_EQ(device.released, device.moments);
}

TEST_F(CostTableTest, FailedLaunchIsNone) {
  EXPECT_EQ(launch(kernel->twin, 7), 7);
  EXPECT_EQ(costs().checked.launches, 0u);
  EXPECT_EQ(device.released, device.moments);
}

TEST_F(CostTableTest, TimesComeWithTheDevice) {
  device.reached = 2;
  launch(kernel->twin);
  launch(kernel->twin);
  EXPECT_EQ(device.released, 2u);
  device.reached = 4;
  EXPECT_EQ(costs().checked.nanoseconds, 20u);
}

TEST_F(CostTableTest, PartOfTheTimeIsNone) {
  device.reached = 2;
  launch(kernel->twin);
  launch(kernel->twin);
  EXPECT_EQ(costs().checked.nanoseconds, std::nullopt);
  EXPECT_EQ(costs().checked.launches, 2u);
}

TEST_F(CostTableTest, NoMomentsNoTimes) {
  launch(kernel->twin);
  device.hasMoments = false;
  launch(kernel->twin);
  EXPECT_EQ(costs().checked.nanoseconds, std::nullopt);
}

TEST_F(CostTableTest, NoResourcesNoOccupancy) {
  device.hasResources = false;
  launch(kernel->twin);
  EXPECT_FALSE(costs().ownFunction);
  EXPECT_FALSE(costs().twin);
}

TEST_F(CostTableTest, WhatIsLeftOutIsToldOnTheDevice) {
  abi::LaunchRecord record{};
  record.resolvedRoots = 5;
  record.flags = abi::LaunchProvedShape | abi::LaunchBounds | abi::LaunchQuick;
  table.startCounting(record);
  EXPECT_EQ(record.resolvedRoots, 0u);
  EXPECT_EQ(record.countedRoots, 5u);
  EXPECT_EQ(record.flags,
            uint32_t(abi::LaunchCountAccesses | abi::LaunchCountedShape | abi::LaunchBounds));
}

TEST_F(CostTableTest, CountersAddUpOverResets) {
  launch(kernel->twin);
  counterOf(counting(), Counter::Checks) += 3;
  counterOf(counting(), Counter::Checks) += 4;
  table.forgetDevice();
  EXPECT_EQ(costs().counters->values[unsigned(Counter::Checks)], 7u);
  counterOf(counting(), Counter::Checks) += 5;
  EXPECT_EQ(costs().counters->values[unsigned(Counter::Checks)], 12u);
}

TEST_F(CostTableTest, LostDeviceHasNoCounters) {
  launch(kernel->twin);
  counting();
  EXPECT_TRUE(costs().counters);
  EXPECT_FALSE(costs(false).counters);
  device.isLost = true;
  EXPECT_FALSE(costs().counters);
  table.forgetDevice();
  device.isLost = false;
  EXPECT_FALSE(costs().counters);
}

TEST_F(CostTableTest, WithoutMemoryNothingCounts) {
  launch(kernel->twin);
  counting();
  device.limit = 0;
  table.forgetDevice();
  EXPECT_EQ(counting().flags, 0u);
  EXPECT_FALSE(costs().counters);
}

} // namespace
} // namespace warpsan::rt
