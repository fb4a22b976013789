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
  schedule.startLaunch(options.seed, 0);
  ReadyRing ready;
  for (Thread &thread : threads) {
    schedule.admit(thread);
    ready.push(&thread);
  }
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
  schedule.startLaunch(options.seed, 0);
  std::set<uint32_t> seen;
  for (int i = 0; i < 200; ++i)
    seen.insert(schedule.fuel());
  EXPECT_EQ(seen, (std::set<uint32_t>{1, 2, 3, 4, 5}));
}

SchedulerOptions priorities(uint64_t seed, uint32_t depth) {
  SchedulerOptions options = seeded(seed);
  options.policy = Policy::Pct;
  options.depth = depth;
  return options;
}

/// Times that another thread than before runs, although it could go on.
int preemptions(const Order &order, int turns) {
  std::vector<int> left(8, turns);
  int count = 0;
  for (size_t i = 0; i + 1 < order.size(); ++i)
    count += --left[order[i]] != 0 && order[i] != order[i + 1];
  return count;
}

TEST(Schedule, PctPreemptsDepthMinusOneTimes) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(preemptions(run(priorities(seed, 1), 20), 20), 0);
    EXPECT_LE(preemptions(run(priorities(seed, 4), 20), 20), 3);
  }
  EXPECT_EQ(run(priorities(5, 3), 20), run(priorities(5, 3), 20));
  EXPECT_NE(run(priorities(5, 3), 20), run(priorities(6, 3), 20));
}

TEST(Schedule, PctLetsOthersRunWhenOneSpins) {
  std::vector<Thread> threads(2);
  Schedule schedule(priorities(1, 1));
  schedule.startLaunch(1, 0);
  ReadyRing ready;
  for (Thread &thread : threads) {
    schedule.admit(thread);
    ready.push(&thread);
  }
  std::set<Thread *> ran;
  for (int i = 0; i < 3000; ++i) {
    Thread *next = schedule.next(ready);
    ran.insert(next);
    ready.push(next);
  }
  EXPECT_EQ(ran.size(), 2u);
}

/// Two threads that wait for each other in every round, as at a barrier.
TEST(Schedule, PctLetsOthersRunWhenSeveralSpinTogether) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<Thread> threads(3);
    Schedule schedule(priorities(seed, 1));
    schedule.startLaunch(seed, 0);
    ReadyRing ready;
    for (Thread &thread : threads) {
      schedule.admit(thread);
      ready.push(&thread);
    }
    Thread *waiting = nullptr;
    bool ran = false;
    for (int i = 0; i < 5000 && !ran; ++i) {
      Thread *next = schedule.next(ready);
      ran = next == &threads[2];
      if (waiting)
        ready.push(waiting);
      waiting = next;
    }
    EXPECT_TRUE(ran) << seed;
  }
}

TEST(Schedule, LaunchesDoNotDependOnEarlierOnes) {
  const SchedulerOptions options = seeded(3);
  Schedule first(options), second(options);
  first.startLaunch(3, 0);
  for (int i = 0; i < 10; ++i)
    first.fuel();
  first.startLaunch(3, 1);
  second.startLaunch(3, 1);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(first.fuel(), second.fuel());
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
  EXPECT_EQ(parseSchedulerOptions("schedule=pct:seed=7:runs=20").name(), "7..26");
}

TEST(SchedulerOptionsDeathTest, BadValues) {
  const auto exits = testing::ExitedWithCode(67);
  EXPECT_EXIT(parseSchedulerOptions("schedule=fast"), exits, "bad value 'fast'.*'schedule'");
  EXPECT_EXIT(parseSchedulerOptions("seed="), exits, "bad value ''.*'seed'");
  EXPECT_EXIT(parseSchedulerOptions("runs=20"), exits, "bad value.*lockstep");
  EXPECT_EXIT(parseSchedulerOptions("fuel=-1"), exits, "bad value '-1'.*'fuel'");
  EXPECT_EXIT(parseSchedulerOptions("max_steps=3x"), exits, "bad value '3x'");
}

} // namespace
} // namespace warpsan::cpu
