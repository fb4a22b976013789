//===- VolatileUse.cpp - What a volatile access is for ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/VolatileUse.h"
#include "analysis/SyncEffects.h"
#include "passes/PollingLoads.h"
#include "passes/Twins.h"

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
  abi::Scope narrowest = abi::Scope::None;
};

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
