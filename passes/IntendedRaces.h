//===- IntendedRaces.h - Code that the program lets race --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace llvm {
class DILocation;
class DISubprogram;
class Function;
class Module;
} // namespace llvm

namespace warpsan {

/// Notes the functions with WARPSAN_INTENDED (include/warpsan/annotations.h) in the module,
/// where they outlive what the optimiser does with them. Their annotations go: they would
/// count as uses. Whether there were any.
bool noteIntendedRaces(llvm::Module &module);

class IntendedRaces {
public:
  explicit IntendedRaces(const llvm::Module &module);
  /// Code of the function has been copied.
  void addCopy(const llvm::Function &original, const llvm::Function &copy);
  /// Why an access that a function makes there is meant to race, or nothing. Functions that it
  /// was inlined into count too, if there is debug information.
  llvm::StringRef reasonOf(llvm::StringRef function, const llvm::DILocation *location) const;

private:
  llvm::StringMap<llvm::StringRef> byName; ///< mangled
  llvm::DenseMap<const llvm::DISubprogram *, llvm::StringRef> bySubprogram;
};

} // namespace warpsan
