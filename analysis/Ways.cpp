//===- Ways.cpp - How a block is come to -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Ways.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr unsigned MaxWays = 6;
constexpr unsigned MaxDepth = 4;

class WayFinder {
public:
  WayFinder(const BasicBlock &block, const DominatorTree &tree, const LoopInfo &loops)
      : block(block), tree(tree), loops(loops) {}

  SmallVector<Way, 4> find();

private:
  void follow(const Way &way, const OpenFact &fact, unsigned depth);
  void follow(Way way, const OpenFact &fact, BasicBlock &from, unsigned depth);
  bool goRound(Way &way, const BasicBlock &header, const BasicBlock &from) const;
  void addGuards(Way &way, const BasicBlock &place) const;
  void addEdge(Way &way, const BasicBlock &from, const BasicBlock &to) const;

  const BasicBlock &block;
  const DominatorTree &tree;
  const LoopInfo &loops;
  SmallVector<Way, 4> ways;
};

SmallVector<Way, 4> WayFinder::find() {
  SmallVector<OpenFact, 4> open;
  Way all;
  for (const Guard &guard : guardsOf(block, tree, &open))
    all.push_back({guard, &block});
  if (!open.empty())
    follow(all, open.front(), 0);
  if (ways.empty() || ways.size() > MaxWays)
    ways = {all};
  return std::move(ways);
}

void WayFinder::follow(const Way &way, const OpenFact &fact, unsigned depth) {
  for (BasicBlock *from : fact.phi->blocks())
    if (ways.size() <= MaxWays)
      follow(way, fact, *from, depth);
}

void WayFinder::follow(Way way, const OpenFact &fact, BasicBlock &from, unsigned depth) {
  Value &value = *fact.phi->getIncomingValueForBlock(&from);
  const BasicBlock &to = *fact.phi->getParent();
  if (auto *constant = dyn_cast<ConstantInt>(&value);
      constant && constant->getValue()[0] != fact.holds)
    return;
  if (depth == MaxDepth || !goRound(way, to, from)) {
    ways.push_back(std::move(way));
    return;
  }
  SmallVector<OpenFact, 4> open;
  for (const Comparison &comparison : comparisonsOf(value, fact.holds, tree, &open))
    way.push_back({{comparison, {&from, &to}}, &from});
  addEdge(way, from, to);
  addGuards(way, from);
  if (open.empty())
    ways.push_back(std::move(way));
  else
    follow(way, open.front(), depth + 1);
}

/// If the way leads to the header of a loop, what was in the loop is of the next round or
/// of the first one, and what was in loops within it is of another run of them. False: the
/// block is in the loop, too, whose rounds are counted as it sees them.
bool WayFinder::goRound(Way &way, const BasicBlock &header, const BasicBlock &from) const {
  const Loop *loop = loops.getLoopFor(&header);
  if (!loop || loop->getHeader() != &header)
    return true;
  if (loop->contains(&block))
    return false;
  erase_if(way, [&](const WayGuard &guard) {
    const Loop *inner = loops.getLoopFor(guard.place);
    return guard.loop || (inner && inner != loop && loop->contains(inner));
  });
  for (WayGuard &guard : way) {
    guard.loop = loop;
    guard.isNext = loop->contains(&from);
  }
  return true;
}

void WayFinder::addGuards(Way &way, const BasicBlock &place) const {
  for (const Guard &guard : guardsOf(place, tree))
    way.push_back({guard, &place});
}

void WayFinder::addEdge(Way &way, const BasicBlock &from, const BasicBlock &to) const {
  auto *branch = dyn_cast<BranchInst>(from.getTerminator());
  if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return;
  const bool holds = branch->getSuccessor(0) == &to;
  for (const Comparison &comparison : comparisonsOf(*branch->getCondition(), holds, tree))
    way.push_back({{comparison, {&from, &to}}, &from});
}

} // namespace

SmallVector<Way, 4> waysInto(const BasicBlock &block, const DominatorTree &tree,
                             const LoopInfo &loops) {
  return WayFinder(block, tree, loops).find();
}

} // namespace warpsan
