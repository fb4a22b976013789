//===- Guards.cpp - Comparisons that hold in a block -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Guards.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpsan {
namespace {

/// A condition, and whether it holds or does not. Of a number it is the lowest bit.
struct Fact {
  Value *condition;
  bool holds;
};

/// What the fact follows from when it is one of a comparison with 0 of a condition
/// that was made a number (a bool in memory), or a negation.
std::optional<Fact> unwrap(const Fact &fact) {
  Value *inner;
  CmpPredicate predicate;
  if (match(fact.condition, m_Not(m_Value(inner))))
    return Fact{inner, !fact.holds};
  if (match(fact.condition, m_Trunc(m_ZExt(m_Value(inner)))) && inner->getType()->isIntegerTy(1))
    return Fact{inner, fact.holds};
  if (match(fact.condition, m_Trunc(m_Value(inner))) && isa<PHINode>(inner) &&
      fact.condition->getType()->isIntegerTy(1))
    return Fact{inner, fact.holds};
  if (match(fact.condition, m_ZExt(m_Value(inner))) && inner->getType()->isIntegerTy(1))
    return Fact{inner, fact.holds};
  if (match(fact.condition, m_ICmp(predicate, m_ZExt(m_Value(inner)), m_Zero())) &&
      inner->getType()->isIntegerTy(1) && ICmpInst::isEquality(predicate))
    return Fact{inner, fact.holds == (predicate == CmpInst::ICMP_NE)};
  return std::nullopt;
}

/// The only way into the block that leaves the condition open, where all others bring
/// its opposite: `a && b` is one over b's block, or false. Round a loop it would be the
/// condition of the round before.
BasicBlock *onlyWay(const PHINode &condition, bool holds, const DominatorTree &tree) {
  BasicBlock *way = nullptr;
  for (BasicBlock *block : condition.blocks()) {
    auto *constant = dyn_cast<ConstantInt>(condition.getIncomingValueForBlock(block));
    if (tree.dominates(condition.getParent(), block))
      return nullptr;
    if (constant && constant->getValue()[0] != holds)
      continue;
    if (way)
      return nullptr;
    way = block;
  }
  return way;
}

/// It went that way, past the branches that could have led to the other ones.
void addWay(const PHINode &condition, bool holds, BasicBlock *way, const DominatorTree &tree,
            SmallVectorImpl<Fact> &work) {
  work.push_back({condition.getIncomingValueForBlock(way), holds});
  const auto *here = tree.getNode(condition.getParent());
  const auto *end = here ? here->getIDom() : nullptr;
  for (const auto *node = tree.getNode(way); node && end && node != end->getIDom();
       node = node->getIDom()) {
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    for (unsigned side : {0, 1})
      if (node->getBlock() == way
              ? branch->getSuccessor(side) == condition.getParent()
              : tree.dominates({node->getBlock(), branch->getSuccessor(side)}, way))
        work.push_back({branch->getCondition(), side == 0});
  }
}

void addParts(const Fact &fact, const DominatorTree &tree, SmallVectorImpl<Comparison> &comparisons,
              SmallVectorImpl<Fact> &work, SmallVectorImpl<OpenFact> *open) {
  Value *left, *right;
  const bool isBoth = fact.holds
                          ? match(fact.condition, m_LogicalAnd(m_Value(left), m_Value(right)))
                          : match(fact.condition, m_LogicalOr(m_Value(left), m_Value(right)));
  if (isBoth) {
    work.append({Fact{left, fact.holds}, Fact{right, fact.holds}});
  } else if (std::optional<Fact> inner = unwrap(fact)) {
    work.push_back(*inner);
  } else if (auto *phi = dyn_cast<PHINode>(fact.condition)) {
    if (BasicBlock *way = onlyWay(*phi, fact.holds, tree))
      addWay(*phi, fact.holds, way, tree, work);
    else if (open)
      open->push_back({phi, fact.holds});
  } else if (auto *compare = dyn_cast<ICmpInst>(fact.condition);
             compare && compare->getOperand(0)->getType()->isIntegerTy()) {
    comparisons.push_back(
        {fact.holds ? compare->getCmpPredicate() : compare->getInverseCmpPredicate(),
         compare->getOperand(0), compare->getOperand(1)});
  }
}

/// The edge that the block's branch may take to get there, if it is one.
bool isOnlyEdge(const BasicBlockEdge &edge) {
  return count(successors(edge.getStart()), edge.getEnd()) == 1;
}

/// Chains of comparisons with constants have become switches.
void addSwitch(SwitchInst &choice, const BasicBlockEdge &edge, SmallVectorImpl<Guard> &guards) {
  if (const ConstantInt *value = choice.findCaseDest(const_cast<BasicBlock *>(edge.getEnd())))
    guards.push_back(
        {{CmpInst::ICMP_EQ, choice.getCondition(), const_cast<ConstantInt *>(value)}, edge});
}

} // namespace

SmallVector<Comparison, 4> comparisonsOf(Value &condition, bool holds, const DominatorTree &tree,
                                         SmallVectorImpl<OpenFact> *open) {
  constexpr unsigned MaxParts = 32;
  SmallVector<Comparison, 4> comparisons;
  SmallVector<Fact, 8> work{Fact{&condition, holds}};
  for (unsigned parts = 0; !work.empty() && parts < MaxParts; ++parts)
    addParts(work.pop_back_val(), tree, comparisons, work, open);
  return comparisons;
}

SmallVector<BasicBlockEdge, 8> edgesInto(const BasicBlock &block, const DominatorTree &tree) {
  SmallVector<BasicBlockEdge, 8> edges;
  const auto *node = tree.getNode(&block);
  for (node = node ? node->getIDom() : nullptr; node; node = node->getIDom())
    if (const BasicBlock *fork = node->getBlock();
        isa<BranchInst, SwitchInst>(fork->getTerminator()))
      for (const BasicBlock *next : successors(fork))
        if (const BasicBlockEdge edge(fork, next);
            succ_size(fork) > 1 && isOnlyEdge(edge) && tree.dominates(edge, &block))
          edges.push_back(edge);
  return edges;
}

SmallVector<Guard, 8> guardsOf(const BasicBlock &block, const DominatorTree &tree,
                               SmallVectorImpl<OpenFact> *open) {
  SmallVector<Guard, 8> guards;
  for (const BasicBlockEdge &edge : edgesInto(block, tree)) {
    Instruction *end = const_cast<BasicBlock *>(edge.getStart())->getTerminator();
    if (auto *branch = dyn_cast<BranchInst>(end)) {
      const bool holds = branch->getSuccessor(0) == edge.getEnd();
      for (const Comparison &comparison : comparisonsOf(*branch->getCondition(), holds, tree, open))
        guards.push_back({comparison, edge});
    } else {
      addSwitch(*cast<SwitchInst>(end), edge, guards);
    }
  }
  return guards;
}

} // namespace warpsan
