//===- FalseAttributes.cpp - Attributes that instrumentation breaks --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/FalseAttributes.h"

#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr Attribute::AttrKind FunctionKinds[] = {
    Attribute::Memory,    Attribute::NoSync,       Attribute::NoFree,       Attribute::WillReturn,
    Attribute::NoRecurse, Attribute::Speculatable, Attribute::OptimizeNone, Attribute::NoInline,
};
constexpr Attribute::AttrKind ParameterKinds[] = {
    Attribute::ReadNone, Attribute::ReadOnly,    Attribute::WriteOnly,
    Attribute::NoFree,   Attribute::Initializes, Attribute::Captures,
};

AttributeMask maskOf(ArrayRef<Attribute::AttrKind> kinds) {
  AttributeMask mask;
  for (Attribute::AttrKind kind : kinds)
    mask.addAttribute(kind);
  return mask;
}

/// Calls of functions the pass gives no twin keep what is known about them.
bool callsOurCode(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return !call.isInlineAsm() && !(callee && callee->isIntrinsic());
}

} // namespace

void stripFalseAttributes(Function &function) {
  const AttributeMask functionMask = maskOf(FunctionKinds), parameterMask = maskOf(ParameterKinds);
  function.removeFnAttrs(functionMask);
  for (Argument &argument : function.args())
    argument.removeAttrs(parameterMask);
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || !callsOurCode(*call))
      continue;
    call->removeFnAttrs(functionMask);
    for (unsigned i = 0; i < call->arg_size(); ++i)
      call->removeParamAttrs(i, parameterMask);
  }
}

} // namespace warpsan
