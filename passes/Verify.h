//===- Verify.h - Mode verify: proofs without a run -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/PassManager.h"

namespace warpsan {

struct PassOptions;

/// Says of each kernel of the module which pairs of its accesses cannot race, and of which
/// there is a counterexample. Works on a copy: the module stays as it is.
void verifyKernels(const llvm::Module &module, const PassOptions &options,
                   llvm::FunctionAnalysisManager &analyses);

} // namespace warpsan
