//===- SchedulerTest.cpp - Running grids of native "kernels" ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/scheduler.h"
#include "cpu/cuda_errors.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::cpu {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// What the kernels below work on; they run on this thread.
std::vector<int> trace;

uint32_t threadIndex() { return __warpsan_cpu_current->index.x; }
BlockView &block() { return *__warpsan_cpu_current->block; }
void syncThreads() { __warpsan_cpu_barrier(0, 0, BarrierOp::Sync, false, true); }

int run(KernelEntry entry, uint32_t blocks, uint32_t threads, uint32_t sharedBytes = 0) {
  trace.clear();
  Grid grid;
  grid.kernel = "_Z4testv";
  grid.entry = entry;
  grid.size = {blocks, 1, 1};
  grid.blockSize = {threads, 1, 1};
  grid.dynamicBytes = sharedBytes;
  return scheduler().run(grid);
}

void record(void **) { trace.push_back(static_cast<int>(threadIndex())); }

TEST(Scheduler, RunsEveryThreadOnce) {
  EXPECT_EQ(run(record, 100, 64), 0);
  EXPECT_EQ(trace.size(), 6400u);
  EXPECT_EQ(std::count(trace.begin(), trace.end(), 63), 100);
}

void recordAroundBarrier(void **) {
  trace.push_back(1);
  syncThreads();
  trace.push_back(2);
}

TEST(Scheduler, BarrierSeparates) {
  EXPECT_EQ(run(recordAroundBarrier, 1, 100), 0);
  ASSERT_EQ(trace.size(), 200u);
  EXPECT_EQ(std::count(trace.begin(), trace.begin() + 100, 1), 100);
}

void takeTurns(void **) {
  for (int turn = 0; turn < 3; ++turn) {
    trace.push_back(static_cast<int>(threadIndex()));
    __warpsan_cpu_switch();
  }
}

TEST(Scheduler, LockstepInterleavesEvenly) {
  EXPECT_EQ(run(takeTurns, 1, 4), 0);
  EXPECT_EQ(trace, (std::vector<int>{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}));
}

void writeShared(void **) {
  int &slot = *reinterpret_cast<int *>(block().shared);
  if (threadIndex() == 0)
    slot += static_cast<int>(block().linear) + 1;
  syncThreads();
  if (threadIndex() == 1)
    trace.push_back(slot);
}

TEST(Scheduler, EveryBlockHasZeroedSharedMemoryBelow4GiB) {
  EXPECT_EQ(run(writeShared, 3, 2, 64), 0);
  EXPECT_EQ(trace, (std::vector<int>{1, 2, 3}));
}

void checkSharedAddress(void **) {
  trace.push_back(reinterpret_cast<uint64_t>(block().shared) < (1ull << 32));
}

TEST(Scheduler, SharedMemoryIsBelow4GiB) {
  EXPECT_EQ(run(checkSharedAddress, 1, 1, 48 * 1024), 0);
  EXPECT_EQ(trace, std::vector<int>{1});
}

void leaveInTheMiddle(void **) {
  if (threadIndex() % 2)
    __warpsan_cpu_exit();
  syncThreads();
  trace.push_back(1);
}

TEST(Scheduler, ThreadsThatLeaveAreNotWaitedFor) {
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(run(leaveInTheMiddle, 4, 64), 0);
    EXPECT_EQ(trace.size(), 4u * 32);
  }
}

void neverMeet(void **) {
  if (threadIndex() == 0)
    syncThreads();
  else
    __warpsan_cpu_barrier(1, 0, BarrierOp::Sync, false, true);
}

TEST(Scheduler, DeadlockIsAnErrorAndNamed) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(neverMeet, 1, 3), ErrorLaunchTimeout);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr("deadlock in kernel test(): 3 threads"),
                    HasSubstr("block (0,0,0): 1 thread (0): block barrier 0"),
                    HasSubstr("block (0,0,0): 2 threads (1..2): block barrier 1")));
  EXPECT_EQ(run(record, 2, 2), 0) << "the next grid runs";
}

void switchForLong(void **) {
  for (uint64_t i = 0; i < (uint64_t(1) << 26) + 10; ++i)
    __warpsan_cpu_switch();
}

TEST(Scheduler, LongQuietIsSaidOnceAndGoesOn) {
  const uint64_t before = scheduler().hungLaunches();
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(switchForLong, 1, 1), 0);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_THAT(text, HasSubstr("for long no thread ended or passed a barrier in kernel test()"));
  EXPECT_EQ(text.find("for long"), text.rfind("for long"));
  EXPECT_EQ(scheduler().hungLaunches(), before);
}

char here[] = "here.cu:1", there[] = "there.cu:2";

/// Lanes of a warp, or warps, at two positions.
void meetAt(bool first) {
  __warpsan_cpu_current->where = first ? here : there;
  syncThreads();
}
void divergeInWarp(void **) { meetAt(threadIndex() % 32 < 8); }
void divergeByWarp(void **) { meetAt(threadIndex() < 32); }

TEST(Scheduler, LanesAtDifferentBarriersAreNamedOnce) {
  const uint64_t before = scheduler().divergentBarriers();
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(divergeInWarp, 3, 64), 0) << "they go on, as on a GPU";
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr("barrier divergence in kernel test()"),
                    HasSubstr("8 threads (0..7): block barrier 0, here.cu:1"),
                    HasSubstr("24 threads (8..31): block barrier 0, there.cu:2")));
  EXPECT_EQ(scheduler().divergentBarriers(), before + 1);
}

TEST(Scheduler, WarpsMayMeetAtDifferentBarriers) {
  const uint64_t before = scheduler().divergentBarriers();
  EXPECT_EQ(run(divergeByWarp, 3, 64), 0);
  EXPECT_EQ(scheduler().divergentBarriers(), before);
}

void leaveEarly(void **) {
  __warpsan_cpu_current->where = here;
  if (threadIndex() < 40)
    syncThreads();
}

/// Defined, and rarely meant: no finding.
TEST(Scheduler, BarriersWithoutThreadsThatHaveLeftAreNotedOnce) {
  const uint64_t before = scheduler().divergentBarriers();
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(leaveEarly, 3, 64), 0);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_THAT(text, AllOf(HasSubstr("note: barrier divergence in kernel test(): 24 of 64 threads"),
                          HasSubstr("40 threads (0..39): block barrier 0, here.cu:1")));
  EXPECT_EQ(text.find("note:"), text.rfind("note:"));
  EXPECT_EQ(scheduler().divergentBarriers(), before);
}

void trapInThread3(void **) {
  syncThreads();
  if (threadIndex() == 3)
    __warpsan_cpu_trap("trap");
  syncThreads();
}

TEST(Scheduler, TrapEndsTheGrid) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(trapInThread3, 2, 64), ErrorLaunchFailure);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("trap in kernel test(), block (0,0,0), thread (3,0,0)"));
  EXPECT_EQ(run(recordAroundBarrier, 2, 64), 0);
}

void shuffleUp(void **) {
  constexpr uint32_t Whole = 0xffffffff, NoClamp = 0;
  const WarpResult result =
      __warpsan_cpu_collective(Whole, WarpOp::ShuffleUp, threadIndex(), 1 | NoClamp << 16);
  trace.push_back(static_cast<int>(result.value) * 2 + result.predicate);
}

TEST(Scheduler, ShuffleReturnsOwnValueOutOfRange) {
  EXPECT_EQ(run(shuffleUp, 1, 32), 0);
  std::sort(trace.begin(), trace.end());
  EXPECT_EQ(trace[0], 0) << "lane 0: its own value, out of range";
  EXPECT_EQ(trace[1], 1) << "lane 1: value of lane 0";
  EXPECT_EQ(trace[31], 61);
}

void waitForTheClock(void **) {
  const uint64_t end = __warpsan_cpu_clock() + 10000;
  while (__warpsan_cpu_clock() < end)
    __warpsan_cpu_switch();
  trace.push_back(1);
}

TEST(Scheduler, ClockAdvancesForASingleThread) {
  EXPECT_EQ(run(waitForTheClock, 1, 1), 0);
  EXPECT_EQ(trace.size(), 1u);
}

/// Lanes in activemask go on although another one spins and never joins them.
void activeMaskBesideASpin(void **) {
  if (threadIndex() == 0)
    while (trace.size() < 31)
      __warpsan_cpu_switch();
  else
    trace.push_back(static_cast<int>(__warpsan_cpu_activemask()));
}

TEST(Scheduler, ActiveMaskDoesNotWaitForSpinningLanes) {
  EXPECT_EQ(run(activeMaskBesideASpin, 1, 32), 0);
  EXPECT_EQ(trace, std::vector<int>(31, -2));
}

void wrongMask(void **) { __warpsan_cpu_collective(1, WarpOp::Ballot, 1, 0); }

TEST(Scheduler, LaneOutsideOfItsMaskIsAFault) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(wrongMask, 1, 2), ErrorLaunchFailure);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("mask does not name it"));
}

} // namespace
} // namespace warpsan::cpu
