//===- SourceNames.h - Names that reports give to code and data -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same for reports of runs and of proofs: ids of races are made of them.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class DISubprogram;
class GlobalVariable;
} // namespace llvm

namespace warpsan {

class SubprogramNames {
public:
  /// Line tables alone do not name the functions of inline chains.
  void add(const llvm::DISubprogram &subprogram, llvm::StringRef mangled);
  /// Demangled.
  std::string of(const llvm::DISubprogram &subprogram) const;

private:
  llvm::DenseMap<const llvm::DISubprogram *, std::string> known;
};

struct VariableName {
  std::string name;
  llvm::StringRef file; ///< empty without debug information
  unsigned line = 0;
};

VariableName nameOf(const llvm::GlobalVariable &variable);

} // namespace warpsan
