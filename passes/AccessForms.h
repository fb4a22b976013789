//===- AccessForms.h - Tables for launches that need no checks --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills the tables of include/warpsan/access_forms.h from the checks that stay in
// the twins. What a kernel does beyond them is a flag (KernelOpenStores,
// KernelUnrootedChecks), or a read of everything that it writes.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/FormTables.h"

#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace warpsan {

class AsmDecoder;
class Checks;
struct TwinSummary;

class AccessForms {
public:
  /// `isOn`: else the tables stay empty, and the flags say that they tell nothing.
  AccessForms(const Checks &checks, llvm::FunctionAnalysisManager &analyses, AsmDecoder &decoder,
              bool isOn)
      : checks(checks), analyses(analyses), decoder(decoder), isOn(isOn) {}

  /// Of a twin with its checks filtered: adds its forms and flags to `summary`, and
  /// the numbers of roots to the checks.
  void collect(llvm::Function &twin, TwinSummary &summary);

  const FormTables &tables() const { return rows; }

private:
  const Checks &checks;
  llvm::FunctionAnalysisManager &analyses;
  AsmDecoder &decoder;
  bool isOn;
  FormTables rows;
};

/// KernelOpenStores and KernelUnrootedChecks, if a kernel with these flags and
/// reasons may run code that is not seen here.
uint32_t openCodeFlags(uint32_t flags, uint32_t reasons);

/// A pointer that has no root may lead into what the kernel writes: one read more
/// of all that, anywhere in it.
void addOpenReads(KernelForms &kernel);

} // namespace warpsan
