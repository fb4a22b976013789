//===- schedule.h - Who runs next, and for how long ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only place with a choice in it: the same options and program give the
// same run.
//===----------------------------------------------------------------------===//
#pragma once
#include "cpu/ready_ring.h"
#include "cpu/scheduler_options.h"
#include <cstdint>
#include <vector>

namespace warpsan::cpu {

class Schedule {
public:
  explicit Schedule(const SchedulerOptions &options);

  /// A launch has the same schedule whatever ran before it. Random: draws the
  /// character of this launch, so that a few seeds give very different runs:
  /// long or short turns, fair or favouring the thread that became ready last
  /// (then one thread, warp or block gets far ahead).
  void startLaunch(uint64_t seed, uint64_t launch);
  /// A thread comes into being.
  void admit(Thread &thread);
  Thread *next(ReadyRing &ready);
  uint32_t fuel();
  bool isRandom() const { return options.policy != Policy::Lockstep; }

private:
  uint64_t draw();
  uint64_t drawBelow(uint64_t limit) { return draw() % limit; }
  void drawCharacter();
  void drawChanges();
  Thread *nextByPriority(ReadyRing &ready);

  const SchedulerOptions options;
  uint64_t state;
  uint32_t longestTurn = 1;
  uint32_t newestFirst = 0; ///< out of 16 choices

  // Pct.
  std::vector<uint64_t> changes; ///< steps at which the running thread falls behind
  uint64_t steps = 0;
  uint64_t lowest = 0; ///< next priority below all others
};

} // namespace warpsan::cpu
