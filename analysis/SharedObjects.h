//===- SharedObjects.h - Shared arrays that only a kernel names -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared variables whose address goes nowhere in a kernel but into addresses of its
// own accesses. Arrays that are declared without a size all start at one place: if a
// kernel names two of them, neither is known.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class GlobalVariable;
class Value;
} // namespace llvm

namespace warpsan {

class SharedObjects {
public:
  explicit SharedObjects(const llvm::Function &kernel);

  bool isEmpty() const { return uses.empty(); }
  bool isKnown(const llvm::GlobalVariable &variable) const { return uses.contains(&variable); }
  /// An access may go to any variable that its address is derived from.
  void forgetObjectsOf(const llvm::Value &pointer);

private:
  using Derived = llvm::SmallPtrSet<const llvm::Value *, 16>;
  bool follow(const llvm::Value &pointer, const llvm::Function &kernel, Derived &derived) const;

  /// Values that point into the variable.
  llvm::MapVector<const llvm::GlobalVariable *, Derived> uses;
};

} // namespace warpsan
