//===- Classes.h - Classes of races and their texts ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/Report.h"

namespace warpsan::report {

/// The class of a report whose accesses, widest relation, cause and sameValue are filled in.
RaceClass classifyRace(const Report &report);

const char *classId(RaceClass raceClass);
const char *classTitle(RaceClass raceClass);
const char *classReason(RaceClass raceClass);
/// With the names in braces that race_classes.def explains.
const char *classRepair(RaceClass raceClass);
/// The repair of this report, with its lines.
std::string repairOf(const Report &report);

inline bool isAtomic(AccessKind kind) {
  return kind == AccessKind::AtomicLoad || kind == AccessKind::AtomicStore ||
         kind == AccessKind::AtomicRmw;
}

/// True for everything that may change memory.
inline bool isStore(AccessKind kind) {
  return kind != AccessKind::Read && kind != AccessKind::AtomicLoad;
}

} // namespace warpsan::report
