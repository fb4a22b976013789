//===- ScheduleTest.cpp - Who runs next ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/schedule.h"
#include "cpu/grid.h"
#include <gtest/gtest.h>
#include <set>

namespace warpsan::cpu {
namespace {

using Order = std::vector<size_t>;

/// Positions of eight threads that run `turns` times each.
Order run(const SchedulerOptions &options, int turns) {
  std::vector<Thread> threads(8);
  std::vector<int> left(threads.size(), turns);
  Schedule schedule(options);
  schedule.startLaunch();
  ReadyRing ready;
  for (Thread &thread : threads)
    ready.push(&thread);
  Order order;
  while (!ready.empty()) {
    Thread *next = schedule.next(ready);
    const auto index = static_cast<size_t>(next - threads.data());
    order.push_back(index);
    if (--left[index])
      ready.push(next);
  }
  return order;
}

SchedulerOptions seeded(uint64_t seed) {
  SchedulerOptions options;
  options.policy = Policy::Random;
  options.seed = seed;
  return options;
}

TEST(Schedule, LockstepTakesTurns) {
  const Order order = run({}, 3);
  ASSERT_EQ(order.size(), 24u);
  for (size_t i = 0; i < order.size(); ++i)
    EXPECT_EQ(order[i], i % 8);
}

TEST(Schedule, SameSeedSameOrder) { EXPECT_EQ(run(seeded(7), 5), run(seeded(7), 5)); }

TEST(Schedule, TwentySeedsTwentyOrders) {
  std::set<Order> orders;
  for (uint64_t seed = 0; seed < 20; ++seed)
    orders.insert(run(seeded(seed), 3));
  EXPECT_EQ(orders.size(), 20u);
}

/// Some run lets one thread get far ahead, some mixes all of them.
TEST(Schedule, SeedsDifferInCharacter) {
  size_t fewestChanges = SIZE_MAX, mostChanges = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Order order = run(seeded(seed), 10);
    size_t changes = 0;
    for (size_t i = 1; i < order.size(); ++i)
      changes += order[i] != order[i - 1];
    fewestChanges = std::min(fewestChanges, changes);
    mostChanges = std::max(mostChanges, changes);
  }
  EXPECT_LT(fewestChanges, 30u);
  EXPECT_GT(mostChanges, 60u);
}

TEST(Schedule, FuelStaysInItsRange) {
  SchedulerOptions options = seeded(3);
  options.fuel = 5;
  Schedule schedule(options);
  schedule.startLaunch();
  std::set<uint32_t> seen;
  for (int i = 0; i < 200; ++i)
    seen.insert(schedule.fuel());
  EXPECT_EQ(seen, (std::set<uint32_t>{1, 2, 3, 4, 5}));
}

TEST(SchedulerOptions, Parsing) {
  const auto options = parseSchedulerOptions("a=b:schedule=random:seed=0x10:fuel=3:"
                                             "resident_threads=64:max_steps=9:color=never");
  EXPECT_EQ(options.policy, Policy::Random);
  EXPECT_EQ(options.seed, 16u);
  EXPECT_EQ(options.fuel, 3u);
  EXPECT_EQ(options.residentThreads, 64u);
  EXPECT_EQ(options.maxSteps, 9u);
  EXPECT_EQ(options.name(), "16");
  EXPECT_EQ(parseSchedulerOptions("").name(), "lockstep");
}

TEST(SchedulerOptionsDeathTest, BadValues) {
  const auto exits = testing::ExitedWithCode(67);
  EXPECT_EXIT(parseSchedulerOptions("schedule=fast"), exits, "bad value 'fast'.*'schedule'");
  EXPECT_EXIT(parseSchedulerOptions("seed="), exits, "bad value ''.*'seed'");
  EXPECT_EXIT(parseSchedulerOptions("fuel=-1"), exits, "bad value '-1'.*'fuel'");
  EXPECT_EXIT(parseSchedulerOptions("max_steps=3x"), exits, "bad value '3x'");
}

} // namespace
} // namespace warpsan::cpu
