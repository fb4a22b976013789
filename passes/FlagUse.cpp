//===- FlagUse.cpp - Accesses that a flag may be meant to order ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/FlagUse.h"
#include "passes/SyncHooks.h"
#include "warpsan/module_info.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

/// All blocks that `next` leads to from those of the hooks, over one edge or more.
template <typename Hooks, typename Blocks, typename Next>
void spread(const Hooks &hooks, Blocks &reached, Next next) {
  SmallVector<const BasicBlock *, 16> work(make_first_range(hooks));
  while (!work.empty())
    for (const BasicBlock *block : next(work.pop_back_val()))
      if (reached.insert(block).second)
        work.push_back(block);
}

/// Predecessors, but for the ends of a loop: a flag of the next round is too late
/// to tell of this one.
auto predecessorsInRound(const BasicBlock *block, const LoopInfo &loops) {
  const Loop *loop = loops.isLoopHeader(block) ? loops.getLoopFor(block) : nullptr;
  return make_filter_range(predecessors(block), [loop](const BasicBlock *before) {
    return !loop || !loop->contains(before);
  });
}

} // namespace

FlagUse::FlagUse(Function &twin, const LoopInfo &loops) {
  for (Instruction &instruction : instructions(twin)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (call && isWriteHook(*call))
      lastWrites[instruction.getParent()] = &instruction;
    if (call && isReadHook(*call) && isWait(*call, loops))
      firstWaits.try_emplace(instruction.getParent(), &instruction);
  }
  spread(lastWrites, before,
         [&](const BasicBlock *block) { return predecessorsInRound(block, loops); });
  spread(firstWaits, behind, [](const BasicBlock *block) { return successors(block); });
}

uint16_t FlagUse::of(const Instruction &check) const {
  const BasicBlock *block = check.getParent();
  const Instruction *write = lastWrites.lookup(block);
  const Instruction *wait = firstWaits.lookup(block);
  // Its own hook follows a check.
  const bool writesLater = write && check.comesBefore(write) && check.getNextNode() != write;
  const bool isBefore = before.contains(block) || writesLater;
  const bool isBehind = behind.contains(block) || (wait && wait->comesBefore(&check));
  return uint16_t((isBefore ? abi::SiteBeforeFlag : 0) | (isBehind ? abi::SiteBehindFlag : 0));
}

} // namespace warpsan
