//===- DivergentBlocks.cpp - Where threads may part ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/DivergentBlocks.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace warpsan {

DivergentBlocks::DivergentBlocks(Function &function, FunctionAnalysisManager &analyses)
    : isOpen(function.getCallingConv() != CallingConv::PTX_Kernel) {
  if (isOpen)
    return;
  analyses.invalidate(function, PreservedAnalyses::none());
  add(function, analyses.getResult<UniformityInfoAnalysis>(function),
      analyses.getResult<PostDominatorTreeAnalysis>(function));
}

DivergentBlocks::DivergentBlocks(Function &kernel, UniformityInfo &uniformity,
                                 const PostDominatorTree &tree) {
  add(kernel, uniformity, tree);
}

void DivergentBlocks::add(Function &kernel, UniformityInfo &uniformity,
                          const PostDominatorTree &tree) {
  for (const BasicBlock &block : kernel)
    if (uniformity.hasDivergentTerminator(block))
      addDependents(block, tree);
  while (!work.empty())
    addDependents(*work.pop_back_val(), tree);
}

/// Those on the way from a successor up to what comes behind the branch in any case.
void DivergentBlocks::addDependents(const BasicBlock &branch, const PostDominatorTree &tree) {
  const auto *node = tree.getNode(&branch);
  const auto *end = node ? node->getIDom() : nullptr;
  for (const BasicBlock *next : successors(&branch))
    for (const auto *at = tree.getNode(next); at && at != end; at = at->getIDom())
      if (const BasicBlock *block = at->getBlock(); block && blocks.insert(block).second)
        work.push_back(block);
}

} // namespace warpsan
