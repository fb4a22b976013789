//===- Meeting.h - Do two accesses touch one byte? --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "verify/ProverOptions.h"
#include "verify/ThreadPair.h"

namespace warpsan::verify {

/// Numbers of two accesses, `first` by one thread and `second` by another one. They may be one.
struct Pair {
  unsigned first, second;
};

class Meeting {
public:
  Meeting(const Kernel &kernel, const ProverOptions &options) : kernel(kernel), options(options) {}

  /// By their kinds and objects: whether they can race at all.
  bool mayConflict(const Access &a, const Access &b, Relation relation) const;
  /// The threads come to the accesses, and touch one byte; nothing if these surely go elsewhere.
  std::optional<z3::expr> of(ThreadPair &threads, const Pair &pair, Relation relation) const;
  /// What two plain stores store differs; nothing if that cannot be asked.
  std::optional<z3::expr> storesDiffer(ThreadPair &threads, const Pair &pair) const;
  /// In lock-step: whether two threads of a warp may be at these accesses in any order.
  bool areInStep(const Access &a, const Access &b) const;
  /// Without going round a loop again that contains the second one.
  bool mayReach(const llvm::Instruction &from, const llvm::Instruction &to) const;

private:
  z3::expr mayBeAtOnce(ThreadPair &threads, const Access &a, const Access &b,
                       Relation relation) const;
  z3::expr isGlobal(const z3::expr &object) const;
  z3::expr isMemory(const z3::expr &object, Relation relation) const;

  const Kernel &kernel;
  const ProverOptions &options;
};

} // namespace warpsan::verify
