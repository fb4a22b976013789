//===- interpreter.h - Runs programs under the detector --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "test/oracle/program.h"
#include <set>
#include <vector>

namespace warpsan::oracle {

struct Program {
  uint32_t blocks = 1;
  uint32_t threads = 1;                      ///< per block
  bool isOrdered = true;                     ///< by more than barriers: runs with an order log
  bool yields = false;                       ///< threads are switched in the detector too
  std::vector<std::vector<Operation>> lists; ///< of each thread of the grid
};

/// Sites of the two accesses, the smaller one first.
using SitePair = std::pair<uint32_t, uint32_t>;
/// Cells do not always know the earlier one.
inline constexpr uint32_t UnknownSite = 0;

struct Run {
  std::vector<Note> notes;
  std::set<SitePair> races; ///< that the detector found
  bool stuck = false;       ///< a wait took too long
};

/// Threads are switched between operations only.
Run interpretInSteps(const Program &program);
/// Threads are switched before any atomic access of the detector's runtime.
Run interpretYielding(const Program &program);

inline Run interpret(const Program &program) {
  return program.yields ? interpretYielding(program) : interpretInSteps(program);
}

} // namespace warpsan::oracle
