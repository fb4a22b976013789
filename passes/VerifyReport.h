//===- VerifyReport.h - What mode verify prints -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "passes/SourceNames.h"
#include "verify/Outcome.h"
#include "warpsan/module_info.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

struct AccessFacts;

struct VerifiedAccess {
  llvm::DebugLoc place;
  const AccessFacts *facts = nullptr;
  uint64_t size = 0;        ///< 0: not known before it runs
  llvm::StringRef intended; ///< why it is meant to race, or empty
};

struct VerifiedKernel {
  const llvm::Function *function = nullptr;
  std::vector<VerifiedAccess> accesses;
  std::vector<VerifiedAccess> ownAccesses; ///< of memory that a thread has for itself
  std::vector<verify::Object> objects;
  verify::Outcome outcome;
  abi::Reason obstacle = abi::Reason::None; ///< if there is a reason in the outcome
  double seconds = 0;

  /// Why the pair is meant to race, or nothing.
  llvm::StringRef intended(const verify::PairOutcome &pair) const;
  /// But for pairs that are meant to race.
  verify::Verdict verdict() const;
};

/// What the kernels of a file have in common.
struct VerifiedFile {
  SubprogramNames names;
  unsigned sharedVariables = 0;
  llvm::StringRef assumptions;
};

/// A counterexample is an error, what may be one or is not known a warning, both at the
/// access; what is meant to race, and a line for each kernel, go to stderr, and a line of JSON to
/// a file.
class VerifyReport {
public:
  /// An empty path: no file.
  VerifyReport(const VerifiedFile &file, llvm::StringRef path) : file(file), path(path) {}

  void add(const VerifiedKernel &kernel);

private:
  void write(const VerifiedKernel &kernel) const;

  const VerifiedFile &file;
  llvm::StringRef path;
};

} // namespace warpsan
