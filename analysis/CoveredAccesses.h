//===- CoveredAccesses.h - Accesses that others stand for -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access needs no check if the same thread surely makes another one of the same bytes,
// which conflicts with all that this one conflicts with, and orders nothing in between:
// whatever is unordered with one of the two is so with the other. Three cases:
//
// * a read behind a read, a store behind a store of the same value;
// * the read of `x += y`, at the very place of the store that surely follows;
// * anything behind a store that stands for more than itself: the store of `x += y`, or
//   one that another access of its bytes surely follows. A race with such a store is more
//   than two stores of the same value, and its site says so.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace llvm {
class CallInst;
class DominatorTree;
class ScalarEvolution;
class SCEV;
class Value;
} // namespace llvm

namespace warpsan {

class SyncPaths;

/// An access, neither atomic nor volatile, that is checked right before it.
struct PlainAccess {
  const llvm::CallInst *check = nullptr;
  const llvm::Value *pointer = nullptr;
  const llvm::Value *stored = nullptr; ///< if that is one value
  uint64_t bytes = 0;
  bool writes = false;
  uint16_t siteFlags = 0; ///< abi::SiteFlags
  bool isShaped = false;  ///< not checked in blocks of some shape
};

class CoveredAccesses {
public:
  CoveredAccesses(llvm::ArrayRef<PlainAccess> accesses, const SyncPaths &paths,
                  const llvm::DominatorTree &tree, llvm::ScalarEvolution &evolution);

  bool contains(const llvm::CallInst &check) const { return covered.contains(&check); }
  /// Of what the access stands for: abi::SiteFlags that its site gets.
  uint16_t marksOf(const llvm::CallInst &check) const { return marks.lookup(&check); }

private:
  using Group = llvm::SmallVector<const PlainAccess *, 4>;

  void cover(Group &group);
  bool findUpdate(const Group &group, unsigned read);
  bool covers(const PlainAccess &cover, const PlainAccess &access);
  bool isBehind(const PlainAccess &cover, const PlainAccess &access) const;

  const SyncPaths &paths;
  const llvm::DominatorTree &tree;
  llvm::ScalarEvolution &evolution;
  llvm::SmallPtrSet<const llvm::CallInst *, 16> covered;
  llvm::DenseMap<const llvm::CallInst *, uint16_t> marks;
};

} // namespace warpsan
