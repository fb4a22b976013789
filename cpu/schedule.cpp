//===- schedule.cpp - Who runs next, and for how long ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/schedule.h"
#include <iterator>

namespace warpsan::cpu {

Schedule::Schedule(const SchedulerOptions &given) : options(given), state(given.seed) {}

/// splitmix64: every seed, 0 too, is as good as another.
uint64_t Schedule::draw() {
  uint64_t z = state += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

void Schedule::startLaunch() {
  longestTurn = options.fuel ? options.fuel : 1;
  if (!isRandom())
    return;
  constexpr uint32_t Turns[] = {1, 1, 4, 16, 256};
  constexpr uint32_t Newest[] = {0, 0, 8, 15};
  if (!options.fuel)
    longestTurn = Turns[drawBelow(std::size(Turns))];
  newestFirst = Newest[drawBelow(std::size(Newest))];
}

Thread *Schedule::next(ReadyRing &ready) {
  if (!isRandom() || ready.size() == 1)
    return ready.pop(0);
  const bool newest = drawBelow(16) < newestFirst;
  return ready.pop(newest ? ready.size() - 1 : drawBelow(ready.size()));
}

uint32_t Schedule::fuel() {
  return isRandom() && longestTurn > 1 ? 1 + static_cast<uint32_t>(drawBelow(longestTurn))
                                       : longestTurn;
}

} // namespace warpsan::cpu
