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

/// What the host gives a launch: a parameter, or a part of one that is a struct.
struct GivenNumber {
  std::string name; ///< as the source has it
  ParameterField field;
  unsigned bytes;
  uint64_t value;
};

/// What memory holds that the kernel does not write to.
struct MemoryContent {
  unsigned object;
  int64_t offset; ///< in bytes
  unsigned bytes;
  uint64_t value;

  bool operator==(const MemoryContent &other) const = default;
};

struct Witness {
  Relation relation; ///< never SameBlock if refuted: the widest that two such threads can have
  std::array<ThreadWitness, 2> threads; ///< that of the first access, and the other one
  std::array<uint32_t, Dimensions> blockDim, gridDim;
  unsigned object; ///< where they meet
  int64_t offset;  ///< of the second access in it, in bytes
  std::vector<GivenNumber> parameters;
  std::vector<MemoryContent> memory; ///< that the two threads read on their way; if they were run
};

/// Of two accesses, by number. They may be one.
struct PairOutcome {
  unsigned first, second;
  Verdict verdict;
  Doubts doubts;
  std::optional<Witness> witness;
  bool storesSame = false; ///< refuted, and all that race store one value
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
