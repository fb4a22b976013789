//===- VerifyReport.h - What mode verify prints -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "verify/Outcome.h"
#include "warpsan/module_info.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

struct VerifiedAccess {
  llvm::DebugLoc place;
  abi::AccessKind kind;
};

struct VerifiedKernel {
  const llvm::Function *function = nullptr;
  std::vector<VerifiedAccess> accesses;
  std::vector<verify::Object> objects;
  verify::Outcome outcome;
  double seconds = 0;
};

/// A counterexample is an error, what may be one or is not known a warning, both at the
/// access; a line for each kernel goes to stderr, and one of JSON to a file.
class VerifyReport {
public:
  /// An empty path: no file.
  explicit VerifyReport(llvm::StringRef path) : path(path) {}

  void add(const VerifiedKernel &kernel);

private:
  void write(const VerifiedKernel &kernel) const;

  llvm::StringRef path;
};

} // namespace warpsan
