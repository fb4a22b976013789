//===- VolatileUse.cpp - What a volatile access is for ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/VolatileUse.h"
#include "analysis/SyncEffects.h"
#include "passes/PollingLoads.h"
#include "passes/Twins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Walks all paths from an access for the fence that follows it.
class FenceSearch {
public:
  explicit FenceSearch(AsmDecoder &decoder) : decoder(decoder) {}

  /// Narrowest scope over all paths; None if one of them has no fence.
  abi::Scope from(Instruction &access) {
    walk(access.getNextNode());
    while (!work.empty() && !isOpen) {
      BasicBlock *block = work.pop_back_val();
      walk(&block->front());
    }
    isOpen |= exits && branches;
    return isOpen || narrowest == abi::Scope::None ? abi::Scope::None : narrowest;
  }

private:
  void walk(Instruction *instruction);
  /// True when the path ends here.
  bool visit(Instruction &instruction);

  AsmDecoder &decoder;
  SmallVector<BasicBlock *, 8> work;
  SmallPtrSet<BasicBlock *, 16> seen;
  bool isOpen = false;
  bool exits = false;    ///< a path without fence ends the function
  bool branches = false; ///< not for all threads of a launch alike
  abi::Scope narrowest = abi::Scope::None;
};

/// The same for all threads of a launch, as far as that is easy to see.
bool isOfLaunch(const Value &value) {
  if (isa<Constant>(value))
    return true;
  if (auto *argument = dyn_cast<Argument>(&value))
    return isKernel(*argument->getParent());
  if (auto *call = dyn_cast<CallBase>(&value)) {
    const Function *callee = call->getCalledFunction();
    return callee && (callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.nctaid.") ||
                      callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.ntid."));
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && (isa<CmpInst, BinaryOperator, CastInst>(instruction)) &&
         all_of(instruction->operands(), [](const Use &each) { return isOfLaunch(*each); });
}

bool FenceSearch::visit(Instruction &instruction) {
  const SyncEffect effect = effectOf(instruction, decoder);
  if (effect.event == SyncEvent::Fence) {
    const bool isFirst = narrowest == abi::Scope::None;
    narrowest = isFirst ? effect.scope : std::min(narrowest, effect.scope);
    return true;
  }
  auto *call = dyn_cast<CallBase>(&instruction);
  const bool isTwin =
      call && call->getCalledFunction() && isTwinName(call->getCalledFunction()->getName());
  if (isa<ReturnInst>(instruction) && isKernel(*instruction.getFunction())) {
    exits = true;
    return true;
  }
  if (effect.event != SyncEvent::None || effect.reasons || isTwin || isa<ReturnInst>(instruction)) {
    isOpen = true;
    return true;
  }
  return false;
}

void FenceSearch::walk(Instruction *instruction) {
  for (; instruction; instruction = instruction->getNextNode()) {
    if (visit(*instruction))
      return;
    branches |= instruction->isTerminator() && instruction->getNumSuccessors() > 1 &&
                !isOfLaunch(*instruction->getOperand(0));
    if (instruction->isTerminator())
      for (BasicBlock *next : successors(instruction->getParent()))
        if (seen.insert(next).second)
          work.push_back(next);
  }
}

} // namespace

uint8_t volatileUse(Instruction &access, const LoopInfo &loops, AsmDecoder &decoder) {
  uint8_t flags = isPollingRead(access, loops) ? abi::SitePoll : 0;
  const abi::Scope fence = FenceSearch(decoder).from(access);
  if (fence != abi::Scope::None)
    flags |= abi::SiteFencedBlock;
  if (fence >= abi::Scope::Device)
    flags |= abi::SiteFencedDevice;
  return flags;
}

} // namespace warpsan
