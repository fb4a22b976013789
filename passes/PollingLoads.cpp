//===- PollingLoads.cpp - Loops that wait for a plain variable -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/PollingLoads.h"
#include "passes/RuntimeCallees.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Nothing in the loop but checks stops the optimiser from hoisting loads.
bool hasOnlyChecks(const Loop &loop) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (instruction.mayHaveSideEffects() && !(call && isCallOf(*call, Entry::access)))
        return false;
    }
  return true;
}

/// Loads of one address inside the loop that decide whether it goes on.
void findPolls(const Loop &loop, SmallVectorImpl<LoadInst *> &polls) {
  SmallVector<BasicBlock *, 4> exits;
  loop.getExitingBlocks(exits);
  SmallVector<Value *, 16> work;
  for (BasicBlock *block : exits)
    append_range(work, block->getTerminator()->operand_values());
  SmallPtrSet<Value *, 16> seen;
  while (!work.empty()) {
    auto *instruction = dyn_cast<Instruction>(work.pop_back_val());
    if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second)
      continue;
    auto *load = dyn_cast<LoadInst>(instruction);
    if (load && load->isSimple() && loop.isLoopInvariant(load->getPointerOperand()))
      polls.push_back(load);
    append_range(work, instruction->operand_values());
  }
}

} // namespace

void keepPollingLoads(Function &twin, FunctionAnalysisManager &analyses) {
  SmallVector<LoadInst *, 4> polls;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(twin).getLoopsInPreorder())
    if (hasOnlyChecks(*loop))
      findPolls(*loop, polls);
  for (LoadInst *load : polls)
    load->setVolatile(true);
}

} // namespace warpsan
