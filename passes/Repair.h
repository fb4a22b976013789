//===- Repair.h - Racy accesses made atomic ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/PassManager.h"

namespace warpsan {

/// Of device code, by the report that -warpsan-repair names: exactly those accesses change.
/// What was done, and what atomics cannot repair, goes to stderr.
class RepairPass : public llvm::PassInfoMixin<RepairPass> {
public:
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace warpsan
