//===- barriers.cpp - The sixteen barriers of a block ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cuda_errors.h"
#include "cpu/faults.h"
#include "cpu/scheduler.h"
#include <bit>

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

bool Scheduler::completeBarrier(Block &block, Barrier &barrier) {
  const uint32_t expected = barrier.expected ? barrier.expected : block.live;
  if (!barrier.arrived || barrier.arrived < expected)
    return false;
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

uint32_t Scheduler::barrier(uint32_t id, uint32_t count, BarrierOp op, bool predicate) {
  Thread &self = *current;
  if (id >= BarrierCount)
    fault(ErrorLaunchFailure, "barrier number above 15");
  Barrier &barrier = self.owner().barriers[id];
  if (count)
    barrier.expected = count;
  ++barrier.arrived;
  self.owner().open |= 1u << id;
  barrier.trueCount += predicate;
  const bool waits = op != BarrierOp::Arrive;
  if (waits) {
    self.argument = id;
    self.barrierOp = op;
    self.state = Thread::State::Barrier;
    barrier.waiting.push_back(&self);
  }
  if (!completeBarrier(self.owner(), barrier) && waits)
    switchTo(nextThread());
  return static_cast<uint32_t>(self.result.value);
}

} // namespace warpsan::cpu
