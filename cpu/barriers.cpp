//===- barriers.cpp - The sixteen barriers of a block ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cuda_errors.h"
#include "cpu/faults.h"
#include "cpu/scheduler.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

namespace warpsan::cpu {

namespace {

uint64_t resultOf(const Barrier &barrier, BarrierOp op) {
  switch (op) {
  case BarrierOp::Popc:
    return barrier.trueCount;
  case BarrierOp::And:
    return barrier.trueCount == barrier.arrived;
  case BarrierOp::Or:
    return barrier.trueCount != 0;
  case BarrierOp::Sync:
  case BarrierOp::Arrive:
    return 0;
  }
  return 0;
}

} // namespace

/// Reports the first warp whose lanes meet at different positions. Those of
/// different warps may, and so may lanes that share a line (a position is no
/// more exact): nothing is said about them.
void Scheduler::checkDivergence(const Block &block, const Barrier &barrier) {
  std::map<const Warp *, const char *> positions;
  for (const Thread *thread : barrier.waiting) {
    const auto [found, isNew] = positions.emplace(thread->warp, thread->where);
    if (isNew || !thread->where || !found->second || !std::strcmp(found->second, thread->where))
      continue;
    if (knownDivergences.insert(std::minmax(std::string(found->second), std::string(thread->where)))
            .second)
      reportDivergence(block, barrier, *thread->warp);
    return;
  }
}

/// CUDA lets the others go on since sm_70, and older text calls it undefined: most
/// often a bound that was tested too early.
void Scheduler::checkLeavers(const Block &block, const Barrier &barrier) {
  const bool forAll = barrier.where && !barrier.expected;
  if (!forAll || block.live == block.threads.size() || leaversKernel == grid->kernel)
    return;
  leaversKernel = grid->kernel;
  if (knownLeavers.insert(grid->kernel).second)
    noteLeavers(block, barrier);
}

bool Scheduler::completeBarrier(Block &block, Barrier &barrier) {
  const uint32_t expected = barrier.expected ? barrier.expected : block.live;
  if (!barrier.arrived || barrier.arrived < expected)
    return false;
  if (barrier.mixed)
    checkDivergence(block, barrier);
  checkLeavers(block, barrier);
  for (Thread *thread : barrier.waiting) {
    thread->result.value = resultOf(barrier, thread->barrierOp);
    wake(thread);
  }
  block.open &= ~(1u << (&barrier - block.barriers.data()));
  barrier.reset();
  return true;
}

/// A thread has left: others may have waited for it.
void Scheduler::retryBarriers(Block &block) {
  for (uint32_t open = block.open; open; open &= open - 1)
    completeBarrier(block, block.barriers[static_cast<size_t>(std::countr_zero(open))]);
}

uint32_t Scheduler::barrier(uint32_t id, uint32_t count, BarrierOp op, bool predicate,
                            bool aligned) {
  Thread &self = *current;
  if (id >= BarrierCount)
    fault(ErrorLaunchFailure, "barrier number above 15");
  Barrier &barrier = self.owner().barriers[id];
  if (count)
    barrier.expected = count;
  ++barrier.arrived;
  self.owner().open |= 1u << id;
  barrier.trueCount += predicate;
  if (aligned)
    barrier.noteAligned(self.where);
  const bool waits = op != BarrierOp::Arrive;
  if (waits) {
    self.argument = id;
    self.barrierOp = op;
    self.state = Thread::State::Barrier;
    barrier.waiting.push_back(&self);
  }
  if (!completeBarrier(self.owner(), barrier) && waits)
    waitForOthers();
  return static_cast<uint32_t>(self.result.value);
}

} // namespace warpsan::cpu
