//===- SyncPaths.cpp - Ways on which a thread orders nothing ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/SyncPaths.h"
#include "analysis/SyncEffects.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

/// A function of the program may do anything; of the library's, only some are known.
bool mayCallOrder(CallBase &call, AsmDecoder &decoder) {
  const Function *callee = call.getCalledFunction();
  if (callee && isHarmlessFunction(callee->getName()))
    return isRuntimeCall(call);
  if (callee && !callee->isDeclaration())
    return true;
  const SyncEffect effect = effectOfCall(call, decoder);
  return effect.event != SyncEvent::None || effect.flags || effect.reasons ||
         effect.siteReason != abi::Reason::None;
}

bool mayOrder(Instruction &instruction, AsmDecoder &decoder) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return instruction.isAtomic() || instruction.isVolatile() ||
         (call && mayCallOrder(*call, decoder));
}

} // namespace

SyncPaths::SyncPaths(Function &function, const SmallPtrSetImpl<const Instruction *> &plainChecks,
                     AsmDecoder &decoder, const DominatorTree &tree)
    : tree(tree) {
  for (Instruction &instruction : instructions(function))
    if (!plainChecks.contains(&instruction) && mayOrder(instruction, decoder))
      points[instruction.getParent()].push_back(&instruction);
}

bool SyncPaths::isFreeBefore(const Instruction &place) const {
  const auto found = points.find(place.getParent());
  return found == points.end() || !found->second.front()->comesBefore(&place);
}

bool SyncPaths::isFreeBehind(const Instruction &place) const {
  const auto found = points.find(place.getParent());
  return found == points.end() || !place.comesBefore(found->second.back());
}

bool SyncPaths::areFree(const Instruction &from, const Instruction &to) const {
  const BasicBlock *start = from.getParent(), *end = to.getParent();
  if (start == end) {
    const auto found = points.find(start);
    return found == points.end() || none_of(found->second, [&](const Instruction *point) {
             return from.comesBefore(point) && point->comesBefore(&to);
           });
  }
  if (!isFreeBehind(from) || !isFreeBefore(to))
    return false;
  SmallVector<const BasicBlock *, 16> work{end};
  SmallPtrSet<const BasicBlock *, 16> seen{start};
  while (!work.empty())
    for (const BasicBlock *before : predecessors(work.pop_back_val())) {
      if (!tree.isReachableFromEntry(before) || !seen.insert(before).second)
        continue;
      if (!isFree(*before))
        return false;
      work.push_back(before);
    }
  return true;
}

bool SyncPaths::isFree(const Loop &loop) const {
  return all_of(loop.blocks(), [&](const BasicBlock *block) { return isFree(*block); });
}

} // namespace warpsan
