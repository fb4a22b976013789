//===- HoistedChecks.cpp - One check for all rounds of a loop --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/HoistedChecks.h"
#include "analysis/SyncPaths.h"
#include "core/access.h"
#include "passes/RuntimeCallees.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warpsan {

HoistedChecks::HoistedChecks(Function &twin, const SyncPaths &paths,
                             FunctionAnalysisManager &analyses)
    : twin(twin), analyses(analyses), paths(paths),
      tree(analyses.getResult<DominatorTreeAnalysis>(twin)),
      loops(analyses.getResult<LoopAnalysis>(twin)),
      evolution(analyses.getResult<ScalarEvolutionAnalysis>(twin)),
      isReducible(!mayContainIrreducibleControl(twin, &loops)) {}

HoistedChecks::~HoistedChecks() {
  if (!isChanged)
    return;
  PreservedAnalyses preserved;
  preserved.preserve<DominatorTreeAnalysis>();
  preserved.preserve<LoopAnalysis>();
  analyses.invalidate(twin, preserved);
}

/// Loops that a round may not come out of must not lie in front of the check.
bool HoistedChecks::isOfFirstRound(const CallInst &check, const Loop &loop) {
  auto [known, isNew] = safety.try_emplace(&loop);
  if (isNew)
    known->second.computeLoopSafetyInfo(&loop);
  return known->second.isGuaranteedToExecute(check, &tree, &loop) &&
         all_of(loop.getSubLoops(), [&](const Loop *inner) {
           return tree.dominates(check.getParent(), inner->getHeader());
         });
}

/// The block that leads into the loop and nowhere else, or null.
BasicBlock *HoistedChecks::preheaderOf(Loop &loop) {
  if (BasicBlock *preheader = loop.getLoopPreheader())
    return preheader;
  isChanged = true;
  return InsertPreheaderForLoop(&loop, &tree, &loops, nullptr, /*PreserveLCSSA=*/false);
}

bool HoistedChecks::hoistOnce(CallInst &check, Loop &loop, bool needsValue) {
  const SCEV *address = evolution.getSCEV(check.getArgOperand(AddressArgument));
  if (!evolution.isLoopInvariant(address, &loop) || !paths.isFree(loop))
    return false;
  BasicBlock *preheader = preheaderOf(loop);
  if (!preheader || !isOfFirstRound(check, loop))
    return false;
  bool changed = false;
  const auto isInvariant = [&](AccessArgument argument) {
    return loop.makeLoopInvariant(check.getArgOperand(argument), changed, nullptr, nullptr,
                                  &evolution);
  };
  if (!isInvariant(AddressArgument))
    return false;
  if (!isInvariant(ValueArgument)) {
    if (needsValue)
      return false;
    check.setArgOperand(ValueArgument,
                        ConstantInt::get(check.getArgOperand(ValueArgument)->getType(), 0));
  }
  isChanged = true;
  check.moveBefore(preheader->getTerminator()->getIterator());
  return true;
}

bool HoistedChecks::hoist(CallInst &check, bool needsValue) {
  bool isMoved = false;
  while (Loop *loop = isReducible ? loops.getLoopFor(check.getParent()) : nullptr) {
    if (!hoistOnce(check, *loop, needsValue))
      break;
    isMoved = true;
  }
  return isMoved;
}

} // namespace warpsan
