//===- scheduler.h - Runs a grid, one fiber per CUDA thread ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One OS thread runs every CUDA thread; they change only at yield points
// (atomic and volatile accesses, fences, clocks) and where they have to wait.
// So an execution is an interleaving at these points, decided by Schedule
// alone and repeated exactly by the same seed.
//===----------------------------------------------------------------------===//
#pragma once
#include "cpu/block_pool.h"
#include "cpu/fiber.h"
#include "cpu/grid.h"
#include "cpu/ready_ring.h"
#include "cpu/schedule.h"
#include <optional>
#include <set>
#include <string>
#include <thread>

namespace warpsan::cpu {

class Scheduler {
public:
  /// Runs the grid to its end. Returns a cudaError_t as int.
  int run(const Grid &grid);
  /// Until endTrial, launches run under another seed and print nothing.
  void beginTrial(uint64_t seed) { trialSeed = seed; }
  void endTrial() { trialSeed.reset(); }
  /// Launches that were ended because their threads wait for each other.
  uint64_t hungLaunches() const { return hangs; }
  /// Places at which lanes of one warp met in different barriers.
  uint64_t divergentBarriers() const { return divergences; }
  /// Options that repeat the latest launch as it was; empty in lockstep.
  std::string replay() const { return options.replay(launchSeed, launch); }
  bool inTrial() const { return trialSeed.has_value(); }
  /// In a signal handler: says which threads of the interrupted kernel are where.
  void reportInterrupted() const;
  /// Whether a thread of a kernel is running (and not the host).
  bool inKernel() const { return current != &host; }
  /// Blocks of this size that can be alive at once.
  uint64_t residentBlocks(uint32_t threadsPerBlock) const;

  // Called on the fiber of the current thread.
  void yield();
  WarpResult collective(uint32_t mask, WarpOp op, uint64_t value, uint32_t argument);
  uint32_t barrier(uint32_t id, uint32_t count, BarrierOp op, bool predicate, bool aligned);
  uint32_t activeMask(const void *site);
  uint64_t clock() const { return switches * 64; }
  [[noreturn]] void exitThread();
  /// Ends the grid with a cudaError_t; the reason has been printed.
  [[noreturn]] void abortGrid(int error);

  Thread &running() { return *current; }
  const Grid &runningGrid() const { return *grid; }

private:
  friend Scheduler &scheduler();
  Scheduler();
  static void runFiber();

  // scheduler.cpp
  uint64_t nextSeed() const;
  void switchTo(Thread *next);
  void makeCurrent(Thread *thread, Fiber *fiber);
  void wake(Thread *thread);
  Thread *nextThread();
  Thread *endHung(const char *what);
  void admitBlocks();
  bool wantsBlock() const;
  bool mayAdmit() const;
  bool startBlock();
  void runThreads();
  void finish(Thread *thread);
  void waitForOthers();

  // spinning.cpp
  void noteProgress();
  void noteMilestone();
  void noteTurn();
  bool isEveryoneSpinning() const;
  bool admitMore();
  bool hostMayHelp();
  void abandonGrid();
  uint64_t residentLimit(uint64_t threadsPerBlock, uint64_t blocks) const;

  // warp_collectives.cpp
  bool completeCollective(Warp &warp, uint32_t mask, WarpOp op);
  void retryCollectives(Warp &warp);
  void resolveActiveMasks();
  void resolveActiveMask(Warp &warp);

  // barriers.cpp
  bool completeBarrier(Block &block, Barrier &barrier);
  void retryBarriers(Block &block);
  void checkDivergence(const Block &block, const Barrier &barrier);
  void checkLeavers(const Block &block, const Barrier &barrier);

  // stall_report.cpp
  void reportStall(const char *what) const;
  void reportDivergence(const Block &block, const Barrier &barrier, const Warp &warp);
  void noteLeavers(const Block &block, const Barrier &barrier) const;

  const SchedulerOptions &options;
  Schedule schedule;
  std::optional<uint64_t> trialSeed;
  uint64_t launches = 0; ///< trials not counted
  uint64_t launch = 0;   ///< number of the latest, from 1
  uint64_t launchSeed = 0;
  FiberPool fibers;
  BlockPool blocks;
  ReadyRing ready;

  Thread host; ///< stands for the host thread that launched
  Fiber hostFiber;
  Thread *current = &host;
  /// Not current->fiber: the block of a thread that ended may be in use again.
  Fiber *currentFiber = &hostFiber;

  const Grid *grid = nullptr;
  uint64_t gridBlocks = 0;
  uint32_t blockThreads = 0;
  std::vector<Block *> liveBlocks;
  uint64_t liveThreads = 0;
  uint64_t workspace = 0; ///< BlockView::gridWorkspace
  uint64_t nextBlock = 0;
  uint64_t maxLiveThreads = 0;
  uint64_t switches = 0;
  uint64_t yieldsSinceAdmission = 0;
  uint64_t activeMaskWaiters = 0;
  uint64_t yieldsSinceActiveMask = 0; ///< since the first of them
  int error = 0;
  // Threads that spin while nothing changes: `quietThreads` of them had enough
  // turns since change number `changes`.
  uint64_t changes = 0;
  uint64_t quietThreads = 0;
  bool waitsForHost = false;  ///< said once a launch
  uint64_t lastMilestone = 0; ///< value of `switches`
  std::thread::id runner;     ///< host thread that runs the grid
  uint64_t hangs = 0;
  uint64_t divergences = 0;
  /// Pairs of positions that were reported.
  std::set<std::pair<std::string, std::string>> knownDivergences;
  std::set<std::string> knownLeavers;  ///< kernels
  const char *leaversKernel = nullptr; ///< the last one that was looked up
};

Scheduler &scheduler();

} // namespace warpsan::cpu
