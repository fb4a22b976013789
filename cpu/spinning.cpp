//===- spinning.cpp - Threads that wait for memory to change ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread in a loop that reads memory and changes nothing (SpinLoops) goes on
// like that until another one writes. If since the last change of anything
// every thread that can run had whole iterations of such a loop, no thread
// will ever write: with one OS thread that is a proof and not a time limit.
//===----------------------------------------------------------------------===//
#include "cpu/scheduler.h"
#include <filesystem>

namespace warpsan::cpu {

namespace {

/// Some seconds. A kernel may take that long: it is told about and goes on.
constexpr uint64_t SwitchesUntilNote = uint64_t(1) << 26;

/// Another thread of the host may write to memory that the kernel reads.
bool hasOtherHostThreads() {
  std::error_code failed;
  std::filesystem::directory_iterator tasks("/proc/self/task", failed);
  return failed || std::distance(begin(tasks), end(tasks)) > 1;
}

} // namespace

void Scheduler::noteProgress() {
  ++changes;
  quietThreads = 0;
}

/// A thread started, ended, or has been let go by a barrier or its warp.
void Scheduler::noteMilestone() {
  noteProgress();
  lastMilestone = switches;
}

/// The current thread gives up its turn.
void Scheduler::noteTurn() {
  Thread &self = *current;
  if (switches - lastMilestone == SwitchesUntilNote)
    reportStall("for long no thread ended or passed a barrier");
  const bool spins = !self.progressed && self.spins == SpinsEnough;
  self.progressed = false;
  if (!spins)
    return noteProgress();
  if (self.quietSince != changes) {
    self.quietSince = changes;
    self.quietTurns = 0;
  }
  quietThreads += ++self.quietTurns == SpinsEnough;
}

/// Asked with every thread that can run in the ring.
bool Scheduler::isEveryoneSpinning() const {
  return quietThreads && quietThreads == ready.size() && !activeMaskWaiters && !waitsForHost;
}

/// Blocks that have not started may be what they wait for: once more of them
/// than a large grid usually gets are let in.
bool Scheduler::admitMore() {
  if (nextBlock == grid->blocks())
    return false;
  const bool full = liveThreads + grid->threadsPerBlock() > maxLiveThreads;
  if (full && (options.residentThreads || maxLiveThreads >= SchedulerOptions::WholeGridThreads))
    return false;
  if (full)
    maxLiveThreads = SchedulerOptions::WholeGridThreads;
  return true;
}

bool Scheduler::hostMayHelp() {
  if (!hasOtherHostThreads())
    return false;
  waitsForHost = true;
  reportStall("all threads wait, unless another host thread writes,");
  return true;
}

} // namespace warpsan::cpu
