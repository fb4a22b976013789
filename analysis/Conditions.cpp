//===- Conditions.cpp - What holds wherever a block runs -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Conditions.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpsan {
namespace {

using abi::GuardRelation;

/// The comparison as one with less instead of greater.
std::optional<Comparison> comparisonOf(CmpInst::Predicate predicate, Value *left, Value *right) {
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return Comparison{left, right, GuardRelation::Equal};
  case CmpInst::ICMP_NE:
    return Comparison{left, right, GuardRelation::NotEqual};
  case CmpInst::ICMP_SLT:
    return Comparison{left, right, GuardRelation::SignedLess};
  case CmpInst::ICMP_SLE:
    return Comparison{left, right, GuardRelation::SignedLessEqual};
  case CmpInst::ICMP_ULT:
    return Comparison{left, right, GuardRelation::UnsignedLess};
  case CmpInst::ICMP_ULE:
    return Comparison{left, right, GuardRelation::UnsignedLessEqual};
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_UGE:
    return comparisonOf(CmpInst::getSwappedPredicate(predicate), right, left);
  default:
    return std::nullopt;
  }
}

/// A condition, and whether it holds or does not.
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
  if (match(fact.condition, m_ICmp(predicate, m_ZExt(m_Value(inner)), m_Zero())) &&
      inner->getType()->isIntegerTy(1) && ICmpInst::isEquality(predicate))
    return Fact{inner, fact.holds == (predicate == CmpInst::ICMP_NE)};
  return std::nullopt;
}

class FactCollector {
public:
  explicit FactCollector(SmallVectorImpl<Condition> &conditions) : conditions(conditions) {}

  void add(Fact fact, const BasicBlockEdge &edge);

private:
  void addParts(const Fact &fact, const BasicBlockEdge &edge, SmallVectorImpl<Fact> &work);

  SmallVectorImpl<Condition> &conditions;
};

void FactCollector::addParts(const Fact &fact, const BasicBlockEdge &edge,
                             SmallVectorImpl<Fact> &work) {
  Value *left, *right;
  const bool isBoth = fact.holds
                          ? match(fact.condition, m_LogicalAnd(m_Value(left), m_Value(right)))
                          : match(fact.condition, m_LogicalOr(m_Value(left), m_Value(right)));
  if (isBoth) {
    work.append({Fact{left, fact.holds}, Fact{right, fact.holds}});
  } else if (std::optional<Fact> inner = unwrap(fact)) {
    work.push_back(*inner);
  } else if (auto *compare = dyn_cast<ICmpInst>(fact.condition);
             compare && compare->getOperand(0)->getType()->isIntegerTy()) {
    std::optional<Comparison> comparison =
        comparisonOf(fact.holds ? compare->getPredicate() : compare->getInversePredicate(),
                     compare->getOperand(0), compare->getOperand(1));
    if (comparison)
      conditions.push_back({*comparison, edge});
  }
}

void FactCollector::add(Fact fact, const BasicBlockEdge &edge) {
  SmallVector<Fact, 8> work{fact};
  constexpr unsigned MaxParts = 32;
  for (unsigned parts = 0; !work.empty() && parts < MaxParts; ++parts)
    addParts(work.pop_back_val(), edge, work);
}

} // namespace

SmallVector<Condition, 8> conditionsAt(const BasicBlock &block, const DominatorTree &dominators) {
  SmallVector<Condition, 8> conditions;
  FactCollector facts(conditions);
  const DomTreeNode *node = dominators.getNode(&block);
  for (node = node ? node->getIDom() : nullptr; node; node = node->getIDom()) {
    const BasicBlock *source = node->getBlock();
    auto *branch = dyn_cast<BranchInst>(source->getTerminator());
    if (!branch || branch->isUnconditional())
      continue;
    for (unsigned side : {0, 1})
      if (const BasicBlockEdge edge(source, branch->getSuccessor(side));
          dominators.dominates(edge, &block))
        facts.add({branch->getCondition(), side == 0}, edge);
  }
  return conditions;
}

} // namespace warpsan
