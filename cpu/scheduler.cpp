//===- scheduler.cpp - Runs a grid, one fiber per CUDA thread --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/scheduler.h"
#include "cpu/cuda_errors.h"
#include <algorithm>
#include <cstring>

uint32_t __warpsan_cpu_fuel = 1;

namespace warpsan::cpu {

namespace {

/// Yields of a live thread, on average, after which spinning threads are taken
/// to wait for a block that has not started.
constexpr uint64_t PatiencePerThread = 2;
constexpr uint64_t Patience = 1000;

/// Words of the driver's workspace that grid.sync() uses: size and barrier.
struct GridWorkspace {
  uint32_t size;
  uint32_t barrier;
  char reserved[1016];
};
GridWorkspace gridWorkspace;

/// Only a cooperative launch has one: cooperative groups trap without.
uint64_t freshWorkspace(const Grid &grid) {
  gridWorkspace = {};
  gridWorkspace.size = sizeof gridWorkspace;
  return grid.cooperative ? reinterpret_cast<uint64_t>(&gridWorkspace) : 0;
}

} // namespace

Scheduler &scheduler() {
  static Scheduler instance;
  return instance;
}

Scheduler::Scheduler()
    : options(schedulerOptions()), schedule(options), fibers(&Scheduler::runFiber) {
  host.fiber = &hostFiber;
}

//===--- Launch ------------------------------------------------------------===//

uint64_t Scheduler::residentLimit(uint64_t threadsPerBlock, uint64_t blocksOfGrid) const {
  if (options.residentThreads)
    return options.residentThreads;
  const bool whole = threadsPerBlock * blocksOfGrid <= SchedulerOptions::WholeGridThreads;
  return whole ? SchedulerOptions::WholeGridThreads : SchedulerOptions::DefaultThreads;
}

uint64_t Scheduler::residentBlocks(uint32_t threadsPerBlock) const {
  const uint64_t limit =
      options.residentThreads ? options.residentThreads : SchedulerOptions::WholeGridThreads;
  return std::max<uint64_t>(1, limit / std::max(1u, threadsPerBlock));
}

uint64_t Scheduler::nextSeed() const {
  if (options.replayLaunch == launches + 1)
    return options.replaySeed;
  return trialSeed.value_or(options.seed);
}

int Scheduler::run(const Grid &launched) {
  grid = &launched;
  gridBlocks = grid->blocks();
  blockThreads = grid->threadsPerBlock();
  maxLiveThreads = residentLimit(blockThreads, gridBlocks);
  nextBlock = liveThreads = switches = yieldsSinceAdmission = activeMaskWaiters = 0;
  error = 0;
  waitsForHost = false;
  lastMilestone = 0;
  runner = std::this_thread::get_id();
  noteProgress();
  workspace = freshWorkspace(launched);
  launch = launches + 1;
  launchSeed = nextSeed();
  schedule.startLaunch(launchSeed, launches);
  if (!inTrial())
    ++launches;
  switchTo(nextThread());
  if (error)
    abandonGrid();
  return error;
}

/// Runs on the host's stack: no frame of the dead threads is in use.
void Scheduler::abandonGrid() {
  ready.clear();
  for (Block *block : liveBlocks) {
    for (Thread &thread : block->threads)
      if (thread.fiber && thread.state != Thread::State::Done)
        fibers.putAbandoned(thread.fiber);
    blocks.recycle(block);
  }
  liveBlocks.clear();
}

void Scheduler::abortGrid(int code) {
  error = code;
  switchTo(&host);
  __builtin_unreachable();
}

//===--- Blocks ------------------------------------------------------------===//

/// Eager admission lets random schedules mix all blocks; late admission keeps
/// few stacks in use, which is what makes large grids fast.
bool Scheduler::wantsBlock() const {
  return ready.empty() || yieldsSinceAdmission > Patience + PatiencePerThread * liveThreads ||
         (schedule.isRandom() && liveThreads + blockThreads <= SchedulerOptions::DefaultThreads);
}

bool Scheduler::mayAdmit() const {
  return wantsBlock() && nextBlock != gridBlocks &&
         (liveThreads + blockThreads <= maxLiveThreads || liveBlocks.empty());
}

bool Scheduler::startBlock() {
  Block *block = blocks.make(*grid, nextBlock, workspace);
  if (!block)
    return false;
  ++nextBlock;
  liveThreads += block->live;
  yieldsSinceAdmission = 0;
  noteMilestone();
  liveBlocks.push_back(block);
  for (Thread &thread : block->threads) {
    schedule.admit(thread);
    ready.push(&thread);
  }
  return true;
}

void Scheduler::admitBlocks() {
  while (mayAdmit())
    if (!startBlock()) {
      if (liveBlocks.empty())
        error = ErrorLaunchOutOfResources;
      return;
    }
}

//===--- Switching ---------------------------------------------------------===//

void Scheduler::makeCurrent(Thread *thread, Fiber *fiber) {
  thread->fiber = fiber;
  thread->stackBottom = fiber->bottom;
  thread->stackTop = fiber->top;
  current = thread;
  currentFiber = fiber;
  __warpsan_cpu_current = thread;
  __warpsan_cpu_fuel = schedule.fuel();
}

void Scheduler::switchTo(Thread *next) {
  Fiber *previous = currentFiber;
  makeCurrent(next, next->fiber ? next->fiber : fibers.take());
  ++switches; // a thread that runs on counts too: clocks advance
  if (previous == currentFiber)
    return;
  fibers.resume(*previous, *currentFiber);
}

void Scheduler::wake(Thread *thread) {
  thread->state = Thread::State::Ready;
  noteMilestone();
  if (thread != current)
    ready.push(thread);
}

/// The host thread when nothing is left to run.
Thread *Scheduler::nextThread() {
  admitBlocks();
  if (activeMaskWaiters && (ready.empty() || yieldsSinceActiveMask > Patience))
    resolveActiveMasks();
  if (isEveryoneSpinning() && !admitMore() && !hostMayHelp())
    return endHung("deadlock");
  if (options.maxSteps && switches >= options.maxSteps)
    return endHung("step limit reached");
  if (!ready.empty())
    return schedule.next(ready);
  return liveThreads ? endHung("deadlock") : &host;
}

Thread *Scheduler::endHung(const char *what) {
  reportStall(what);
  ++hangs;
  error = ErrorLaunchTimeout;
  return &host;
}

/// Returns once another thread has made this one ready.
void Scheduler::waitForOthers() {
  noteProgress(); // it may have written before
  switchTo(nextThread());
}

void Scheduler::yield() {
  ++yieldsSinceAdmission;
  ++yieldsSinceActiveMask;
  noteTurn();
  ready.push(current);
  switchTo(nextThread());
}

//===--- Life of a thread --------------------------------------------------===//

void Scheduler::runFiber() { scheduler().runThreads(); }

/// A fiber runs one thread after the other: where threads never wait, a whole
/// grid runs as a loop on one hot stack.
void Scheduler::runThreads() {
  for (;;) {
    grid->entry(grid->arguments);
    Fiber *fiber = currentFiber;
    finish(current);
    Thread *next = nextThread();
    if (next->fiber) {
      fibers.putIdle(fiber);
      switchTo(next);
      continue; // taken again for a fresh thread, which is current now
    }
    makeCurrent(next, fiber);
  }
}

/// The frames below are never returned to, so the fiber starts afresh. It must
/// not be handed out before this stack is left: the next thread gets its
/// fiber first.
void Scheduler::exitThread() {
  Fiber *fiber = currentFiber;
  finish(current);
  Thread *next = nextThread();
  makeCurrent(next, next->fiber ? next->fiber : fibers.take());
  fibers.putAbandoned(fiber);
  ++switches;
  Fiber left; // takes the place of this one, which must stay fresh
  fibers.resume(left, *next->fiber);
  __builtin_unreachable();
}

void Scheduler::finish(Thread *thread) {
  Block &block = thread->owner();
  noteMilestone();
  thread->state = Thread::State::Done;
  thread->warp->live &= ~(1u << thread->lane);
  --block.live;
  --liveThreads;
  if (thread->warp->collective)
    retryCollectives(*thread->warp);
  if (block.open)
    retryBarriers(block);
  if (block.live)
    return;
  liveBlocks.erase(std::find(liveBlocks.begin(), liveBlocks.end(), &block));
  blocks.recycle(&block);
}

} // namespace warpsan::cpu
