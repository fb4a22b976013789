//===- PollingLoads.h - Loops that wait for a variable ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/PassManager.h"

namespace llvm {
class Instruction;
class LoopInfo;
class Value;
} // namespace llvm

namespace warpsan {

/// A read in a loop that ends on its value.
bool isPollingRead(const llvm::Instruction &read, const llvm::LoopInfo &loops);

/// Such a loop that looks at one address all the time: it waits for another thread.
bool isSpinningRead(const llvm::Instruction &read, const llvm::Value &address,
                    const llvm::LoopInfo &loops);

/// Makes loads volatile on which a loop without effects waits. The optimiser
/// deletes such a loop of the program; with a check in it the loop stays, and
/// would spin for ever on a load hoisted out of it. So a racy program ends
/// under the detector where it ends without.
void keepPollingLoads(llvm::Function &twin, llvm::FunctionAnalysisManager &analyses);

} // namespace warpsan
