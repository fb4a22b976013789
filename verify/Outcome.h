//===- Outcome.h - What proofs say of a kernel ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data: the prover fills it in, writers print it.
//===----------------------------------------------------------------------===//
#pragma once

#include "verify/Kernel.h"
#include "verify/ThreadPair.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpsan::verify {

/// From good to bad; that of a kernel is the worst of its parts.
enum class Verdict : uint8_t {
  Proved,   ///< no launch within the assumptions has the race
  Unknown,  ///< not decided, or not understood
  Possible, ///< a counterexample, which may be none (doubts)
  Refuted,  ///< a counterexample, whose two threads were run: some launch has the race
};

/// Of one thread of a counterexample.
struct ThreadWitness {
  std::array<uint32_t, Dimensions> block, thread;
};

struct Witness {
  Relation relation;
  std::array<ThreadWitness, 2> threads; ///< that of the first access, and the other one
  std::array<uint32_t, Dimensions> blockDim, gridDim;
  unsigned object; ///< where they meet
  int64_t offset;  ///< of the second access in it, in bytes
  std::vector<std::pair<std::string, uint64_t>> parameters;
};

/// Of two accesses, by number. They may be one.
struct PairOutcome {
  unsigned first, second;
  Verdict verdict;
  Doubts doubts;
  std::optional<Witness> witness;
};

/// Of a barrier that some threads of a block may come to and others not.
struct BarrierOutcome {
  const llvm::Instruction *barrier;
  Verdict verdict;
};

struct Outcome {
  unsigned pairs = 0;                   ///< that could race, by their kinds and objects
  std::vector<PairOutcome> open;        ///< those that are not proved
  std::vector<BarrierOutcome> barriers; ///< those that are not proved
  std::string reason;                   ///< why the kernel is not understood, or empty
  unsigned queries = 0;                 ///< put to the solver
  bool endedLate = false;               ///< the clock had a part in it: another time it may differ
  /// By number of access: it stays within the one object that it goes to. Empty if not asked.
  std::vector<bool> staysWithin;

  Verdict verdict() const;
};

} // namespace warpsan::verify
