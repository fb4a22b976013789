//===- TwinCleanup.h - Make twins readable for the filters ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/PassManager.h"

namespace warpsan {

class Checks;
class Twins;

/// Inlines the twins of device functions into their callers and turns local
/// variables into values, with and without optimisation of the program. Runs
/// after the checks are placed, so that no access can be lost in it; checks of
/// local variables go away here because they would keep the variables alive.
void cleanUpTwins(Twins &twins, Checks &checks, bool dropStackChecks,
                  llvm::FunctionAnalysisManager &analyses);

} // namespace warpsan
