//===- SiteTablePrinter.h - print<warpsan-sites> ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace warpsan {

/// Prints the site and kernel tables of an instrumented module as text.
class SiteTablePrinterPass : public llvm::PassInfoMixin<SiteTablePrinterPass> {
public:
  explicit SiteTablePrinterPass(llvm::raw_ostream &out) : out(out) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out;
};

} // namespace warpsan
