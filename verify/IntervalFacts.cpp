//===- IntervalFacts.cpp - What two threads of an interval share ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/IntervalFacts.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan::verify {

bool IntervalFacts::haveRunAlike(const Instruction &common) const {
  return kernel.uniformity(level).isReachedTogether(*common.getParent()) &&
         kernel.intervals(level).haveRunAlike(interval, common, first, second);
}

void IntervalFacts::addTo(ThreadPair &threads) const {
  for (const Loop *loop : kernel.loops().getLoopsInPreorder()) {
    if (!loop->contains(&kernel.intervals(level).startOf(interval))) {
      addFirstRound(*loop, threads.first, first);
      addFirstRound(*loop, threads.second, second);
    } else if (kernel.uniformity(level).isReachedTogether(*loop->getHeader())) {
      addNextRound(*loop, threads);
    }
  }
  addWay(threads.first, first);
  addWay(threads.second, second);
}

/// No barrier lies between the start of the interval and the place. In the round at hand, one
/// that is in front of the place, but not of the start, would.
void IntervalFacts::addWay(ThreadTerms &thread, const Instruction &place) const {
  const BarrierIntervals &intervals = kernel.intervals(level);
  const Instruction *start = intervals.barrierOf(interval);
  const Loop *loop = kernel.loops().getLoopFor(place.getParent());
  for (const Instruction *barrier : intervals.barriers())
    if (barrier != start && kernel.loops().getLoopFor(barrier->getParent()) == loop &&
        meeting.mayReach(*barrier, place) && !(start && meeting.mayReach(*barrier, *start)))
      thread.launchTerms().addFact(!thread.comesTo(*barrier->getParent()));
}

/// How often the header of the loop was come to since the interval began, if that is sure.
std::optional<unsigned> IntervalFacts::comings(const Loop &loop, const Instruction &place) const {
  const Instruction &header = *loop.getHeader()->begin();
  if (!kernel.dominators().dominates(&header, &place))
    return std::nullopt;
  return kernel.intervals(level).runsBefore(interval, header, place);
}

/// A loop that was entered since the interval began, and whose header was come to once.
void IntervalFacts::addFirstRound(const Loop &loop, ThreadTerms &thread,
                                  const Instruction &place) const {
  if (comings(loop, place) == 1u)
    thread.launchTerms().addFact(thread.round(loop) == 0);
}

/// A loop in which both were when the interval began, in one round, and that was not entered
/// anew. Where one is a round ahead of the other one, what the loop carries is what that one
/// hands on.
void IntervalFacts::addNextRound(const Loop &loop, ThreadPair &threads) const {
  const auto a = comings(loop, first), b = comings(loop, second);
  const BasicBlock *entry = loop.getLoopPredecessor(), *latch = loop.getLoopLatch();
  if (!a || !b || a == b || !entry || !latch)
    return;
  for (const Instruction *place : {&first, &second})
    if (kernel.intervals(level).runsBefore(interval, *entry->getTerminator(), *place) != 0u)
      return;
  const z3::expr difference =
      threads.launch.context().bv_val(int64_t(*b) - int64_t(*a), ThreadTerms::AddressBits);
  threads.launch.addFact(threads.second.round(loop) == threads.first.round(loop) + difference);
  ThreadTerms &behind = *a < *b ? threads.first : threads.second;
  ThreadTerms &ahead = *a < *b ? threads.second : threads.first;
  for (const PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy() && kernel.uniformity(level).isUniform(phi))
      threads.launch.addFact(ahead.value(phi) ==
                             behind.value(*phi.getIncomingValueForBlock(latch)));
}

} // namespace warpsan::verify
