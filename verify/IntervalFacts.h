//===- IntervalFacts.h - What two threads of an interval share --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "verify/Meeting.h"

namespace warpsan::verify {

/// Two threads of a block, or a warp, at two places of one barrier interval.
class IntervalFacts {
public:
  IntervalFacts(Kernel &kernel, const Meeting &meeting, unsigned interval, Kernel::Level level,
                const llvm::Instruction &first, const llvm::Instruction &second)
      : kernel(kernel), meeting(meeting), interval(interval), level(level), first(first),
        second(second) {}

  /// Whether both have run it equally often.
  bool haveRunAlike(const llvm::Instruction &common) const;
  /// Adds which rounds of loops they are in, and that they met no barrier on the way.
  void addTo(ThreadPair &threads) const;

private:
  void addFirstRound(const llvm::Loop &loop, ThreadTerms &thread,
                     const llvm::Instruction &place) const;
  void addNextRound(const llvm::Loop &loop, ThreadPair &threads) const;
  void addWay(ThreadTerms &thread, const llvm::Instruction &place) const;
  std::optional<unsigned> comings(const llvm::Loop &loop, const llvm::Instruction &place) const;

  Kernel &kernel;
  const Meeting &meeting;
  unsigned interval;
  Kernel::Level level;
  const llvm::Instruction &first, &second;
};

} // namespace warpsan::verify
