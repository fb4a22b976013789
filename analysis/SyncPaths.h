//===- SyncPaths.h - Ways on which a thread orders nothing ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may order a thread with others: barriers of any kind, fences, atomic and volatile
// accesses, calls and assembly that are not known. Between two places without any of
// those, whatever comes before the first of them comes before both for every thread, and
// so does whatever comes behind the second one.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class DominatorTree;
class Function;
class Instruction;
class Loop;
} // namespace llvm

namespace warpsan {

class AsmDecoder;

class SyncPaths {
public:
  /// `plainChecks`: calls of the runtime that order nothing.
  SyncPaths(llvm::Function &function,
            const llvm::SmallPtrSetImpl<const llvm::Instruction *> &plainChecks,
            AsmDecoder &decoder, const llvm::DominatorTree &tree);

  /// Whether nothing may order the thread on any way from the last execution of `from`,
  /// which dominates `to`, to `to`.
  bool areFree(const llvm::Instruction &from, const llvm::Instruction &to) const;
  bool isFree(const llvm::Loop &loop) const;

private:
  using Points = llvm::SmallVector<const llvm::Instruction *, 4>;

  bool isFree(const llvm::BasicBlock &block) const { return !points.contains(&block); }
  bool isFreeBefore(const llvm::Instruction &place) const;
  bool isFreeBehind(const llvm::Instruction &place) const;

  const llvm::DominatorTree &tree;
  llvm::DenseMap<const llvm::BasicBlock *, Points> points; ///< in order
};

} // namespace warpsan
