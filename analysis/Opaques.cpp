//===- Opaques.cpp - Values that a launch does not tell --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Opaques.h"
#include "analysis/BlockUniformity.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr unsigned MaxBits = 64;

using Sources = SmallSetVector<Value *, 8>;

/// What branches choose the value from; what it is itself if they do not. Nothing if that
/// is too much, or undefined, which may be anything each time.
std::optional<Sources> sourcesOf(Value &value) {
  constexpr unsigned MaxSources = 16;
  Sources work, sources;
  work.insert(&value);
  for (unsigned i = 0; i < work.size(); ++i) {
    if (work.size() > MaxSources || isa<UndefValue>(work[i]))
      return std::nullopt;
    if (auto *phi = dyn_cast<PHINode>(work[i])) {
      for (Value *incoming : phi->incoming_values())
        work.insert(incoming);
    } else if (auto *select = dyn_cast<SelectInst>(work[i])) {
      work.insert(select->getTrueValue());
      work.insert(select->getFalseValue());
    } else {
      sources.insert(work[i]);
    }
  }
  return sources;
}

} // namespace

Opaques::Opaques(const BlockUniformity &uniformity, ScalarEvolution &evolution,
                 const DominatorTree &dominators, const LoopInfo &loops)
    : uniformity(uniformity), evolution(evolution), dominators(dominators), loops(loops) {}

bool Opaques::isOpaque(const Value &value) {
  return isa<Instruction>(value) && value.getType()->isIntegerTy() &&
         value.getType()->getIntegerBitWidth() <= MaxBits;
}

/// A value that goes round a loop is one of those that come in.
ConstantRange Opaques::rangeOf(Value &value) const {
  const unsigned bits = value.getType()->getIntegerBitWidth();
  const std::optional<Sources> sources = sourcesOf(value);
  if (!sources)
    return ConstantRange::getFull(bits);
  ConstantRange all = ConstantRange::getEmpty(bits);
  for (Value *source : *sources)
    all = all.unionWith(evolution.getSignedRange(evolution.getSCEV(source)), ConstantRange::Signed);
  return all.intersectWith(evolution.getSignedRange(evolution.getSCEV(&value)),
                           ConstantRange::Signed);
}

/// Its n-th computation gives all of them the same, there are equally many, and none comes
/// behind `place`.
bool Opaques::isOfBlock(Value &value, const BasicBlock &place) const {
  const BasicBlock &block = *cast<Instruction>(value).getParent();
  return uniformity.isUniform(value) && uniformity.isReachedTogether(block) && sourcesOf(value) &&
         none_of(successors(&place), [&](const BasicBlock *next) {
           return isPotentiallyReachable(next, &block, nullptr, &dominators, &loops);
         });
}

} // namespace warpsan
