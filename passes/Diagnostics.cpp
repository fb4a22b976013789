//===- Diagnostics.cpp - Errors and remarks for the user -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Diagnostics.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr char PassName[] = "warpsan";

const Function *placeOf(const Module &module) {
  const Function *definition = nullptr;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      return &function;
    if (!definition)
      definition = &function;
  }
  return definition;
}

} // namespace

void reportError(Module &module, const Twine &message) {
  const std::string text = ("warpsan: " + message).str();
  if (const Function *place = placeOf(module))
    module.getContext().diagnose(
        DiagnosticInfoUnsupported(*place, text, DiagnosticLocation(place->getSubprogram())));
  else
    module.getContext().diagnose(DiagnosticInfoGeneric(text));
}

void remarkElided(const Instruction &access, StringRef reason, StringRef doc) {
  OptimizationRemarkEmitter emitter(access.getFunction());
  emitter.emit([&] {
    return OptimizationRemark(PassName, reason, &access) << "access needs no check: " << doc;
  });
}

void remarkNotAnalysed(const Instruction &access, StringRef reason) {
  OptimizationRemarkEmitter emitter(access.getFunction());
  emitter.emit([&] {
    return OptimizationRemarkMissed(PassName, "NotAnalysed", &access)
           << "access is not analysed: " << reason;
  });
}

} // namespace warpsan
