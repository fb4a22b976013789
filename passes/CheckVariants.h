//===- CheckVariants.h - Copies of `access` for constant arguments -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

namespace warpsan {

/// Replaces the calls of `access` in the twins by calls of copies made for the
/// constants they pass (size, class, flags), each simplified once; and inlines
/// the copies where a twin does not grow too much by it. Without this every
/// check would bring in the whole entry, and the assembler would take minutes.
void specializeChecks(llvm::Module &module, llvm::ArrayRef<llvm::Function *> twins,
                      llvm::FunctionPassManager &simplification,
                      llvm::FunctionAnalysisManager &analyses);

} // namespace warpsan
