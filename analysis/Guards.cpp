//===- Guards.cpp - Comparisons that hold in a block -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Guards.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpsan {
namespace {

constexpr unsigned MaxGuards = 12;

/// What follows from the condition being `holds`.
void addComparisons(Value *condition, bool holds, SmallVectorImpl<Guard> &guards) {
  Value *a, *b;
  if (guards.size() >= MaxGuards)
    return;
  if (match(condition, m_Not(m_Value(a))))
    return addComparisons(a, !holds, guards);
  if (holds ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
            : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    addComparisons(a, holds, guards);
    return addComparisons(b, holds, guards);
  }
  auto *comparison = dyn_cast<ICmpInst>(condition);
  if (comparison && comparison->getOperand(0)->getType()->isIntegerTy())
    guards.push_back({holds ? comparison->getPredicate() : comparison->getInversePredicate(),
                      comparison->getOperand(0), comparison->getOperand(1)});
}

void addBranch(const BranchInst &branch, const BasicBlock &block, const DominatorTree &tree,
               SmallVectorImpl<Guard> &guards) {
  if (!branch.isConditional() || branch.getSuccessor(0) == branch.getSuccessor(1))
    return;
  for (unsigned i : {0, 1})
    if (tree.dominates(BasicBlockEdge(branch.getParent(), branch.getSuccessor(i)), &block))
      addComparisons(branch.getCondition(), i == 0, guards);
}

/// Chains of comparisons with constants have become switches.
void addSwitch(SwitchInst &choice, const BasicBlock &block, const DominatorTree &tree,
               SmallVectorImpl<Guard> &guards) {
  for (const auto &option : choice.cases()) {
    BasicBlock *target = option.getCaseSuccessor();
    if (choice.findCaseDest(target) && guards.size() < MaxGuards &&
        tree.dominates(BasicBlockEdge(choice.getParent(), target), &block))
      guards.push_back({CmpInst::ICMP_EQ, choice.getCondition(), option.getCaseValue()});
  }
}

} // namespace

SmallVector<Guard, 8> guardsOf(const BasicBlock &block, const DominatorTree &tree) {
  SmallVector<Guard, 8> guards;
  const auto *node = tree.getNode(&block);
  for (node = node ? node->getIDom() : nullptr; node; node = node->getIDom()) {
    Instruction *end = node->getBlock()->getTerminator();
    if (auto *branch = dyn_cast<BranchInst>(end))
      addBranch(*branch, block, tree, guards);
    else if (auto *choice = dyn_cast<SwitchInst>(end))
      addSwitch(*choice, block, tree, guards);
  }
  return guards;
}

} // namespace warpsan
