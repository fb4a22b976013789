//===- BroadcastFinder.cpp - Who tells its block what? --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/BroadcastFinder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan::verify {

/// Else null.
const Access *BroadcastFinder::onlyStoreTo(unsigned object) const {
  const Access *only = nullptr;
  for (const Access &access : kernel.accesses()) {
    const unsigned other = kernel.objectOf(*access.pointer);
    if (!access.writes || (other != object && other != Kernel::UnknownObject))
      continue;
    if (only || access.isStrong || access.reads || !access.stored)
      return nullptr;
    only = &access;
  }
  return only;
}

/// No two threads of a block ever come there.
bool BroadcastFinder::isOfOneThread(const Access &store) {
  ThreadPair threads(context, kernel, options.launch, knowledge,
                     [](const Instruction &) { return false; });
  const BasicBlock &block = *store.place->getParent();
  const z3::expr goal = threads.differ(Relation::SameBlock) && threads.first.comesTo(block) &&
                        threads.second.comesTo(block);
  return solver.ask(goal, threads.facts(Relation::SameBlock)).result == z3::unsat;
}

/// Thread 0 stores each time that the block comes to the branch in front of both.
bool BroadcastFinder::comesBefore(const Access &store, const LoadInst &load) {
  if (kernel.dominators().dominates(store.place, &load))
    return true;
  // A load in front of the store finds what the round before has left, or nothing.
  if (!meeting.mayReach(*store.place, load))
    return false;
  const BasicBlock &there = *store.place->getParent();
  const BasicBlock *fork = kernel.dominators().findNearestCommonDominator(
      const_cast<BasicBlock *>(&there), const_cast<BasicBlock *>(load.getParent()));
  if (!fork || !kernel.uniformity(Kernel::Level::Block).isReachedTogether(*fork))
    return false;
  LaunchTerms launch(context, kernel, options.launch);
  ThreadTerms thread(kernel, launch, knowledge, "s");
  z3::expr goal = thread.comesTo(*fork) && !thread.comesTo(there);
  for (unsigned i = 0; i < Dimensions; ++i)
    goal = goal && thread.threadIndex(i) == 0;
  std::vector<z3::expr> facts = launch.facts();
  append_range(facts, thread.facts());
  return solver.ask(goal, facts).result == z3::unsat;
}

/// The place in the object is one, and the value fits.
static bool areOfOnePlace(const Access &store, const Access &load) {
  return store.pointer->stripPointerCasts() == load.pointer->stripPointerCasts() &&
         store.bytes == load.bytes;
}

/// The intervals that the instruction may run in, by their numbers.
SmallVector<unsigned, 4> BroadcastFinder::intervalsOf(const Instruction &instruction) {
  SmallVector<unsigned, 4> result;
  BarrierIntervals &intervals = kernel.intervals(Kernel::Level::Block);
  for (unsigned interval = 0; interval < intervals.count(); ++interval)
    if (intervals.contains(interval, instruction))
      result.push_back(interval);
  return result;
}

/// A load in front of this one, with no barrier between and in each round that has this one, is
/// told at the same time.
const Instruction *BroadcastFinder::firstToldWith(const LoadInst &load, const Access &store,
                                                  const Broadcasts &found) {
  const SmallVector<unsigned, 4> interval = intervalsOf(load);
  const Loop *loop = kernel.loops().getLoopFor(load.getParent());
  for (const Access &access : kernel.accesses()) {
    const auto row = found.find(access.instruction);
    if (row == found.end() || row->second.store->place->getParent() != store.place->getParent())
      continue;
    const Instruction &other = *access.instruction;
    if (kernel.dominators().dominates(&other, &load) && interval.size() == 1 &&
        intervalsOf(other) == interval && kernel.loops().getLoopFor(other.getParent()) == loop)
      return row->second.first;
  }
  return &load;
}

Broadcasts BroadcastFinder::find(const BlockUniformity::Values &loads) {
  Broadcasts found;
  DenseMap<const Access *, bool> isTold;
  for (const Access &access : kernel.accesses()) {
    const unsigned object = kernel.objectOf(*access.pointer);
    auto *load = dyn_cast_or_null<LoadInst>(access.instruction);
    if (!load || !loads.contains(load) || !kernel.object(object).isOfBlock())
      continue;
    const Access *store = onlyStoreTo(object);
    if (!store || !areOfOnePlace(*store, access))
      continue;
    auto [row, isNew] = isTold.try_emplace(store, false);
    if (isNew)
      row->second = isOfOneThread(*store);
    if (row->second && comesBefore(*store, *load))
      found[load] = {store, firstToldWith(*load, *store, found)};
  }
  return found;
}

} // namespace warpsan::verify
