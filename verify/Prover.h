//===- Prover.h - Can two threads race? -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two threads stand for all (GPUVerify: Betts et al., OOPSLA 2012; Bardsley and Donaldson,
// NFM 2014): for each pair of accesses that barriers do not order, is there a launch, a pair
// of threads that come to them, and a byte that both touch?
//===----------------------------------------------------------------------===//
#pragma once

#include "verify/Outcome.h"
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
};

Outcome prove(Kernel &kernel, const ProverOptions &options);

} // namespace warpsan::verify
