//===- Invariants.h - What holds in every round of a loop -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guess and check (Houdini: Flanagan and Leino, FME 2001): of a list of candidates those
// are dropped that do not hold when the loop is entered, or that a round does not keep,
// where all that are left hold before it. What is left at the end holds in every round.
//===----------------------------------------------------------------------===//
#pragma once

#include "verify/Kernel.h"
#include "verify/Query.h"
#include "verify/ThreadTerms.h"

namespace warpsan::verify {

/// A call of it in a loop is a candidate (include/warpsan/annotations.h).
inline constexpr llvm::StringLiteral InvariantFunction = "__warpsan_invariant";

/// Of all loops of the kernel, knowing something of other values. None when `isLate`.
LoopFacts inferInvariants(const Kernel &kernel, const LaunchAssumptions &assumptions,
                          const Knowledge &knowledge, Solver &solver, z3::context &context,
                          const std::function<bool()> &isLate);

} // namespace warpsan::verify
