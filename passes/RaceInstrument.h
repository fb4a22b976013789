//===- RaceInstrument.h - Twins with checks ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/PassManager.h"

namespace warpsan {

/// Module flag of a module that has its twins.
inline constexpr char InstrumentedFlag[] = "warpsan.instrumented";

/// Adds an instrumented twin to every kernel. The entry points it calls are
/// opaque declarations until LowerRuntimePass.
class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
public:
  /// Where in the pipeline it runs; -warpsan-when picks one.
  enum class Stage { Early, Late, Any };
  explicit InstrumentPass(Stage stage = Stage::Any) : stage(stage) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  Stage stage;
};

} // namespace warpsan
