//===- Printers.h - print<warpsan-...> for tests ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace warpsan {

/// One line per access: kind, scope, size, address.
class AccessPrinterPass : public llvm::PassInfoMixin<AccessPrinterPass> {
public:
  explicit AccessPrinterPass(llvm::raw_ostream &out) : out(out) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out;
};

/// One line per instruction that has an effect on order.
class SyncEffectPrinterPass : public llvm::PassInfoMixin<SyncEffectPrinterPass> {
public:
  explicit SyncEffectPrinterPass(llvm::raw_ostream &out) : out(out) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out;
};

} // namespace warpsan
