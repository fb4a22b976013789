//===- ThreadPaths.cpp - Where a thread comes to --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Terms.h"
#include "verify/ThreadTerms.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warpsan::verify {

z3::expr ThreadTerms::branchTaken(const BasicBlock &from, const BasicBlock &to) {
  z3::context &context = launch.context();
  const Instruction *end = from.getTerminator();
  if (auto *branch = dyn_cast<BranchInst>(end)) {
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return context.bool_val(true);
    const z3::expr condition = value(*branch->getCondition());
    return branch->getSuccessor(0) == &to ? condition : !condition;
  }
  auto *choice = dyn_cast<SwitchInst>(end);
  if (!choice)
    return context.bool_val(true);
  const z3::expr condition = value(*choice->getCondition());
  z3::expr there = context.bool_val(false), elsewhere = context.bool_val(false);
  for (const auto &row : choice->cases()) {
    z3::expr &side = row.getCaseSuccessor() == &to ? there : elsewhere;
    side = either(side, condition == value(*row.getCaseValue()));
  }
  return choice->getDefaultDest() == &to ? either(there, !elsewhere) : there;
}

z3::expr ThreadTerms::takes(const BasicBlock &from, const BasicBlock &to) {
  return both(arrives(from), branchTaken(from, to));
}

z3::expr ThreadTerms::arrives(const BasicBlock &block) {
  if (auto found = arrivals.find(&block); found != arrivals.end())
    return found->second;
  const auto keep = [&](const z3::expr &term) {
    return arrivals.try_emplace(&block, term).first->second;
  };
  if (&block == &kernel.function().getEntryBlock())
    return keep(launch.context().bool_val(true));
  const Loop *loop = kernel.loops().getLoopFor(&block);
  const BasicBlock *before = kernel.dominators().getNode(&block)->getIDom()->getBlock();
  // Whatever happens in between, the thread comes here.
  if (kernel.postDominators().dominates(&block, before) &&
      kernel.loops().getLoopFor(before) == loop)
    return keep(arrives(*before));
  const bool isHeader = loop && loop->getHeader() == &block;
  z3::expr result = launch.context().bool_val(false);
  SmallPtrSet<const BasicBlock *, 4> seen;
  for (const BasicBlock *from : predecessors(&block))
    if (seen.insert(from).second && kernel.dominators().isReachableFromEntry(from) &&
        !(isHeader && loop->contains(from)))
      result = either(result, takes(*from, block));
  return keep(result);
}

z3::expr ThreadTerms::comesTo(const BasicBlock &block) {
  if (auto found = paths.find(&block); found != paths.end())
    return found->second;
  z3::expr result = arrives(block);
  for (const AssumeInst *assumption : kernel.assumptions())
    if (kernel.dominators().dominates(assumption->getParent(), &block))
      result = both(result, value(*assumption->getArgOperand(0)));
  return paths.try_emplace(&block, result).first->second;
}

} // namespace warpsan::verify
