//===- Harden.cpp - Keep inline assembly and CUDA atomics apart ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Harden.h"
#include "analysis/InlineAsmCall.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {
namespace {

/// _ZL12__iAtomicAddPii and its like; after inlining nothing tells them from
/// the __atomic builtins.
bool isCudaAtomic(const Function &function) {
  return function.getName().starts_with("_ZL") && function.getName().contains("Atomic");
}

bool touchesMemory(const InlineAsm &assembly, AsmDecoder &decoder) {
  using ptx::EffectClass;
  const ptx::AsmSummary *summary = decoder.decode(assembly);
  if (!summary)
    return true;
  return any_of(summary->effects, [](const ptx::Effects &effects) {
    switch (effects.effect) {
    case EffectClass::None:
    case EffectClass::WarpCollective:
    case EffectClass::Prefetch:
    case EffectClass::Sleep:
      return false;
    default:
      return true;
    }
  });
}

bool hardenAsm(CallBase &call, const InlineAsm &assembly, AsmDecoder &decoder) {
  std::string constraints = assembly.getConstraintString().str();
  const bool hasClobber = StringRef(constraints).contains("~{memory}");
  if ((assembly.hasSideEffects() && hasClobber) || !touchesMemory(assembly, decoder))
    return false;
  if (!hasClobber)
    constraints += constraints.empty() ? "~{memory}" : ",~{memory}";
  call.setCalledOperand(InlineAsm::get(assembly.getFunctionType(), assembly.getAsmString(),
                                       constraints, /*hasSideEffects=*/true,
                                       assembly.isAlignStack(), assembly.getDialect()));
  call.removeFnAttr(Attribute::Memory);
  return true;
}

bool hardenFragment(CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (call.isConvergent() || !callee || !callee->getName().starts_with("llvm.nvvm.wmma."))
    return false;
  call.setConvergent();
  return true;
}

bool hardenCall(CallBase &call, AsmDecoder &decoder) {
  if (const InlineAsm *assembly = calledAssembly(call))
    return hardenAsm(call, *assembly, decoder);
  return hardenFragment(call);
}

} // namespace

bool harden(Module &module) {
  AsmDecoder decoder;
  MDNode *tag = MDNode::get(module.getContext(), {});
  bool changed = false;
  for (Function &function : module) {
    const bool isCuda = isCudaAtomic(function);
    for (Instruction &instruction : instructions(function)) {
      if (isCuda && isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
        instruction.setMetadata(CudaAtomicMetadata, tag);
        changed = true;
      }
      if (auto *call = dyn_cast<CallBase>(&instruction))
        changed |= hardenCall(*call, decoder);
    }
  }
  return changed;
}

} // namespace warpsan
