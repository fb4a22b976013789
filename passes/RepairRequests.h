//===- RepairRequests.h - Accesses that a report says race ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the JSON lines of the runtime (docs/report.schema.json).
//===----------------------------------------------------------------------===//
#pragma once

#include "warpsan/abi.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace warpsan {

/// As the source has it: several of a line differ in the column, and what reads and writes one
/// place there in the kind.
struct RacyAccess {
  std::string function; ///< that it stands in, demangled
  std::string file;
  unsigned line = 0, column = 0; ///< from 1; 0: not known
  abi::AccessKind kind = abi::AccessKind::Read;
  uint64_t size = 0; ///< bytes; 0: not known
  /// Of atomics that reach all threads which it was seen to race with.
  abi::Scope needed = abi::Scope::Block;
  std::string race; ///< id of the first one
  /// Of the class, if atomics do not repair it: the order that is missing, and what to do.
  std::string missing, advice;

  bool isRepairable() const { return missing.empty(); }
};

/// Each once. One that has a part in a race which atomics do not repair is not repairable.
llvm::Expected<std::vector<RacyAccess>> readRacyAccesses(llvm::StringRef path);

} // namespace warpsan
