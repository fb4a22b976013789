//===- SharedBlock.h - Static shared memory of a kernel as one --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace warpsan {

/// Shared memory that a kernel names.
struct SharedVariables {
  llvm::SmallVector<llvm::GlobalVariable *, 4> fixed;
  llvm::GlobalVariable *dynamic = nullptr; ///< all that have no size start at one place

  bool isEmpty() const { return fixed.empty() && !dynamic; }
};
SharedVariables sharedVariablesOf(llvm::Function &kernel);

/// The one variable that took the place of others.
struct SharedBlock {
  llvm::GlobalVariable *variable = nullptr; ///< null: there were none
  uint64_t bytes = 0;
};

/// Variables that `twin` names become parts of one, in it alone, so that what a region may
/// change has one place.
SharedBlock joinVariables(llvm::Function &twin, llvm::ArrayRef<llvm::GlobalVariable *> variables);

/// Such a variable, which is none of the program's.
bool isSharedBlock(const llvm::GlobalVariable &variable);

} // namespace warpsan
