//===- DivergentBlocks.h - Where lanes of a warp may part -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of a kernel that some lanes of a warp may execute and others not, or not
// as often: they depend, directly or not, on a branch that lanes may take
// different ways (control dependence: Ferrante, Ottenstein, Warren, TOPLAS 1987).
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class PostDominatorTree;
} // namespace llvm

namespace warpsan {

class DivergentBlocks {
public:
  /// `analyses` may be older than the function.
  DivergentBlocks(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

  /// In a function that kernels call every block is: nothing is known of the call.
  bool contains(const llvm::BasicBlock &block) const { return isOpen || blocks.contains(&block); }

private:
  void addDependents(const llvm::BasicBlock &branch, const llvm::PostDominatorTree &tree);

  bool isOpen;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> blocks;
  llvm::SmallVector<const llvm::BasicBlock *, 16> work;
};

} // namespace warpsan
