//===- SharedPlaces.h - Where shared variables lie --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptxas lays shared memory out, kernel by kernel, so a race is known by its offset. Twins of
// kernels say at their start where their variables are, so that reports can name them.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace warpsan {

/// False where one variable is all there is: its place is the start.
bool hasSeveralSharedVariables(const llvm::Module &module);

/// Those that any of the functions names.
llvm::SetVector<llvm::GlobalVariable *>
sharedVariablesIn(llvm::ArrayRef<llvm::Function *> functions);

void tellSharedPlaces(llvm::Function &twin, llvm::ArrayRef<llvm::GlobalVariable *> variables);

} // namespace warpsan
