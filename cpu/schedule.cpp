//===- schedule.cpp - Who runs next, and for how long ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/schedule.h"
#include "cpu/grid.h"
#include <algorithm>
#include <iterator>

namespace warpsan::cpu {

namespace {

/// Drawn priorities are above, those of threads that fell behind below.
constexpr uint64_t LowPriorities = uint64_t(1) << 32;
/// Steps within which a priority may change. The length of a launch is not
/// known beforehand; most races need few steps.
constexpr uint64_t ChangeSpan[] = {64, 1024, 16384};
/// Turns after which a thread is taken to spin. Not in a row: threads of a block that
/// meet at a barrier in each round of a loop that waits take turns.
constexpr uint64_t Patience = 1000;

} // namespace

Schedule::Schedule(const SchedulerOptions &given) : options(given), state(given.seed) {}

/// splitmix64: every seed, 0 too, is as good as another.
uint64_t Schedule::draw() {
  uint64_t z = state += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

void Schedule::startLaunch(uint64_t seed, uint64_t launch) {
  state = seed;
  state = draw() + launch;
  longestTurn = options.fuel ? options.fuel : 1;
  if (options.policy == Policy::Random)
    drawCharacter();
  if (options.policy == Policy::Pct)
    drawChanges();
}

void Schedule::drawCharacter() {
  constexpr uint32_t Turns[] = {1, 1, 4, 16, 256};
  constexpr uint32_t Newest[] = {0, 0, 8, 15};
  if (!options.fuel)
    longestTurn = Turns[drawBelow(std::size(Turns))];
  newestFirst = Newest[drawBelow(std::size(Newest))];
}

void Schedule::drawChanges() {
  steps = 0;
  lowest = LowPriorities;
  changes.clear();
  const uint64_t span = ChangeSpan[drawBelow(std::size(ChangeSpan))];
  for (uint32_t i = 1; i < options.depth; ++i)
    changes.push_back(1 + drawBelow(span));
}

void Schedule::admit(Thread &thread) {
  thread.priority = options.policy == Policy::Pct ? draw() | LowPriorities << 1 : 0;
  thread.turns = 0;
}

/// The ready thread of highest priority. One that spins falls behind, so that
/// what it waits for can happen.
Thread *Schedule::nextByPriority(ReadyRing &ready) {
  size_t best = 0;
  for (size_t i = 1; i < ready.size(); ++i)
    if (ready.peek(i)->priority > ready.peek(best)->priority)
      best = i;
  Thread *thread = ready.pop(best);
  const bool falls = std::find(changes.begin(), changes.end(), ++steps) != changes.end();
  if (!falls && ++thread->turns <= Patience)
    return thread;
  // Else one that polls under a lock might stop in the same place for ever.
  thread->turns = static_cast<uint32_t>(drawBelow(Patience / 2));
  thread->priority = --lowest;
  ready.push(thread);
  return nextByPriority(ready);
}

Thread *Schedule::next(ReadyRing &ready) {
  if (!isRandom() || ready.size() == 1)
    return ready.pop(0);
  if (options.policy == Policy::Pct)
    return nextByPriority(ready);
  const bool newest = drawBelow(16) < newestFirst;
  return ready.pop(newest ? ready.size() - 1 : drawBelow(ready.size()));
}

uint32_t Schedule::fuel() {
  return options.policy == Policy::Random && longestTurn > 1
             ? 1 + static_cast<uint32_t>(drawBelow(longestTurn))
             : longestTurn;
}

} // namespace warpsan::cpu
