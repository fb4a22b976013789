//===- ProverOptions.h - What proofs are asked for --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "verify/Launch.h"
#include "verify/Query.h"

namespace warpsan::verify {

/// What threads of one warp are promised.
enum class Warps : uint8_t {
  Independent, ///< barriers of the warp, as CUDA has it since Volta
  TwoPass,     ///< lock-step; threads of one warp and of two are asked about apart
  ReSync,      ///< lock-step; asked about in one
};

struct ProverOptions {
  LaunchAssumptions launch;
  Warps warps = Warps::Independent;
  bool allowsSameValue = false; ///< two stores of one value are no race
  bool isWithinBlocks = false;  ///< ask about threads of one block only
  bool asksForEnds = false;     ///< see Outcome::staysWithin
  QueryLimits limits;
  QueryLimits guessLimits{1'000'000, 2'000}; ///< for invariants of loops
  unsigned seconds = 60;                     ///< for a kernel
  std::string dumps;                         ///< folder for questions, see Solver
  std::string cache;                         ///< folder for outcomes, see ProofCache, or empty
};

} // namespace warpsan::verify
