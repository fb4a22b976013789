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

namespace warpsan::cpu {

class Schedule {
public:
  explicit Schedule(const SchedulerOptions &options);

  /// Random: draws the character of this launch, so that a few seeds give
  /// very different runs: long or short turns, fair or favouring the thread
  /// that became ready last (then one thread, warp or block gets far ahead).
  void startLaunch();
  Thread *next(ReadyRing &ready);
  uint32_t fuel();
  bool isRandom() const { return options.policy == Policy::Random; }

private:
  uint64_t draw();
  uint64_t drawBelow(uint64_t limit) { return draw() % limit; }

  const SchedulerOptions options;
  uint64_t state;
  uint32_t longestTurn = 1;
  uint32_t newestFirst = 0; ///< out of 16 choices
};

} // namespace warpsan::cpu
