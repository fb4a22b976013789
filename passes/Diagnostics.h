//===- Diagnostics.h - Errors and remarks for the user ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/Twine.h"

namespace llvm {
class Module;
class Instruction;
} // namespace llvm

namespace warpsan {

/// Fails the compilation. The place is the first kernel of the module, because
/// the front ends only name a place for diagnostics of a function.
void reportError(llvm::Module &module, const llvm::Twine &message);

/// Optimisation remark (-Rpass=warpsan) about an access without a check.
void remarkElided(const llvm::Instruction &access, llvm::StringRef reason, llvm::StringRef doc);
/// Remark (-Rpass-missed=warpsan) about an access that is not analysed.
void remarkNotAnalysed(const llvm::Instruction &access, llvm::StringRef reason);

} // namespace warpsan
