//===- ProvedTwins.h - Twins of launches that prove their checks -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a launch shows that nothing in a kernel can race, the program's own kernel runs, unless
// some proofs hold only while accesses stay in their arrays (KernelWithinChecks). Then a third
// copy runs, abi::ProvedPrefix, that asks for this and nothing else.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace warpsan {

/// Launches may prove all checks of this twin but for the ends of arrays.
void markProvable(llvm::Function &twin);

/// Likewise, but its accesses are still the program's: it is copied at once.
void copyAsProvable(llvm::Function &twin);

/// A copy that was made at once.
llvm::Function *provableCopyOf(const llvm::Function &twin);

/// Copies the twins that are marked.
llvm::SmallVector<llvm::Function *, 0> addProvedTwins(llvm::Module &module);

} // namespace warpsan
