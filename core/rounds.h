//===- rounds.h - Members that share copies, round by round ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where there are fewer copies than members (warps, or threads), several use one copy, and
// others in each round: in round r the copy is digit r of the member's number, with the
// number of copies as base. Two members differ in some digit, so in some round they have
// different copies; behind the rounds in which they have not yet, nothing is known of them.
// The last digit comes first: it makes groups of nearly one size, whatever the number of
// members is, and parts neighbours at once.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/target.h"
#include <stdint.h>

namespace warpsan {

/// Rounds after which any two members have had different copies. At least two copies, if there
/// are two members.
WARPSAN_HD constexpr uint32_t roundsFor(uint32_t members, uint32_t copies) {
  uint32_t rounds = 1;
  for (uint64_t parted = copies; parted < members; parted *= copies)
    ++rounds;
  return rounds;
}

/// `round` counts from 0.
WARPSAN_HD constexpr uint32_t copyIn(uint32_t round, uint32_t member, uint32_t copies) {
  for (uint32_t r = 0; r < round; ++r)
    member /= copies;
  return member % copies;
}

WARPSAN_HD constexpr uint64_t pairsOf(uint64_t members) {
  return members ? members * (members - 1) / 2 : 0;
}

/// Share of the pairs of members that have had different copies after so many rounds: the
/// probability that a race of two random members has been looked for. Equation 1 of the paper
/// where all groups have one size, which it takes for granted.
WARPSAN_HD constexpr double partedShare(uint32_t members, uint32_t copies, uint32_t rounds) {
  uint64_t groups = 1;
  for (uint32_t r = 0; r < rounds && groups < members; ++r)
    groups *= copies;
  if (groups >= members)
    return 1;
  const uint64_t size = members / groups, larger = members % groups;
  const uint64_t together = larger * pairsOf(size + 1) + (groups - larger) * pairsOf(size);
  return 1 - double(together) / double(pairsOf(members));
}

} // namespace warpsan
