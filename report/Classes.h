//===- Classes.h - Classes of races and their texts ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/Report.h"

namespace warpsan::report {

/// The class of a report whose accesses, widest relation and sameValue are filled in.
RaceClass classifyRace(const Report &report);

const char *classId(RaceClass raceClass);
const char *classTitle(RaceClass raceClass);
const char *classReason(RaceClass raceClass);
const char *classRepair(RaceClass raceClass);

inline bool isAtomic(AccessKind kind) {
  return kind == AccessKind::AtomicLoad || kind == AccessKind::AtomicStore ||
         kind == AccessKind::AtomicRmw;
}

/// True for everything that may change memory.
inline bool isStore(AccessKind kind) {
  return kind != AccessKind::Read && kind != AccessKind::AtomicLoad;
}

} // namespace warpsan::report
