//===- PollingLoads.cpp - Loops that wait for a variable -------------------===//
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

/// The loop's end depends on the value, computed within the loop.
bool decidesExit(const Instruction &read, const Loop &loop) {
  SmallVector<const User *, 8> work(read.users());
  SmallPtrSet<const User *, 16> seen;
  while (!work.empty()) {
    auto *user = dyn_cast<Instruction>(work.pop_back_val());
    if (!user || !loop.contains(user) || !seen.insert(user).second)
      continue;
    if (user->isTerminator() && loop.isLoopExiting(user->getParent()))
      return true;
    append_range(work, user->users());
  }
  return false;
}

/// Loads of one address inside the loop that decide whether it goes on.
void findPolls(const Loop &loop, SmallVectorImpl<LoadInst *> &polls) {
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load && load->isSimple() && loop.isLoopInvariant(load->getPointerOperand()) &&
          decidesExit(*load, loop))
        polls.push_back(load);
}

/// Also if it is computed anew in each round, as without optimisation.
bool isInvariant(const Value &value, const Loop &loop) {
  if (loop.isLoopInvariant(&value))
    return true;
  auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && (isa<GetElementPtrInst>(instruction) || isa<CastInst>(instruction)) &&
         all_of(instruction->operands(),
                [&](const Use &operand) { return isInvariant(*operand, loop); });
}

} // namespace

bool isSpinningRead(const Instruction &read, const Value &address, const LoopInfo &loops) {
  for (const Loop *loop = loops.getLoopFor(read.getParent()); loop; loop = loop->getParentLoop())
    if (isInvariant(address, *loop) && decidesExit(read, *loop))
      return true;
  return false;
}

bool isPollingRead(const Instruction &read, const LoopInfo &loops) {
  for (const Loop *loop = loops.getLoopFor(read.getParent()); loop; loop = loop->getParentLoop())
    if (decidesExit(read, *loop))
      return true;
  return false;
}

void keepPollingLoads(Function &twin, FunctionAnalysisManager &analyses) {
  SmallVector<LoadInst *, 4> polls;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(twin).getLoopsInPreorder())
    if (hasOnlyChecks(*loop))
      findPolls(*loop, polls);
  for (LoadInst *load : polls)
    load->setVolatile(true);
}

} // namespace warpsan
