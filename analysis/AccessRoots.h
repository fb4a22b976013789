//===- AccessRoots.h - Where the pointers of a kernel come from -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "analysis/ParameterFields.h"

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace warpsan {

/// A pointer into global memory that the host knows at a launch.
struct AccessRoot {
  const llvm::GlobalVariable *variable = nullptr; ///< else it is that in `field`
  ParameterField field;

  bool operator==(const AccessRoot &other) const = default;
};

/// All memory that a pointer may lead to.
struct AccessRoots {
  llvm::SmallVector<AccessRoot, 2> roots;
  bool isOpen = false;      ///< global memory behind none of the roots
  bool isElsewhere = false; ///< memory of the block or the thread, or constants

  bool isOne() const { return roots.size() == 1 && !isOpen && !isElsewhere; }
};

/// The root that the value itself is, if it is one.
std::optional<AccessRoot> rootOf(const llvm::Value &pointer, const ParameterFields &fields);

AccessRoots findRoots(const llvm::Value &pointer, const ParameterFields &fields);

} // namespace warpsan
