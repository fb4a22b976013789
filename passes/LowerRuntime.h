//===- LowerRuntime.h - Link and inline the device runtime ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace warpsan {

/// On every atomic and volatile access of the runtime: the CPU target switches
/// threads at those of the program only.
inline constexpr llvm::StringLiteral RuntimeMetadata = "warpsan.runtime";

/// Links the embedded device runtime into a module with twins and inlines its
/// entry points there. Runs when nothing is left that may move checks.
class LowerRuntimePass : public llvm::PassInfoMixin<LowerRuntimePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace warpsan
