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

} // namespace

SmallVector<Guard, 8> guardsOf(const BasicBlock &block, const DominatorTree &tree) {
  SmallVector<Guard, 8> guards;
  const auto *node = tree.getNode(&block);
  for (node = node ? node->getIDom() : nullptr; node; node = node->getIDom()) {
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    for (unsigned i : {0, 1})
      if (tree.dominates(BasicBlockEdge(node->getBlock(), branch->getSuccessor(i)), &block))
        addComparisons(branch->getCondition(), i == 0, guards);
  }
  return guards;
}

} // namespace warpsan
