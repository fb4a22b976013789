//===- ProofCache.h - Outcomes that are known already -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file for each kernel and question, named by a hash of all that the outcome follows from:
// the kernel's code without its places in the source, what the code refers to, the question,
// and the prover itself. An outcome in which the clock had a part is not kept.
//===----------------------------------------------------------------------===//
#pragma once

#include "verify/Prover.h"

namespace warpsan::verify {

/// As `prove`, or from the folder `options.cache` if it was asked there before. A file that
/// cannot be read, or written, is none.
Outcome proveOnce(Kernel &kernel, const ProverOptions &options);

} // namespace warpsan::verify
