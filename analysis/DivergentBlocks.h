//===- DivergentBlocks.h - Where threads may part ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of a kernel that some threads of a group may execute and others not, or not
// as often: they depend, directly or not, on a branch that those threads may take
// different ways (control dependence: Ferrante, Ottenstein, Warren, TOPLAS 1987).
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class PostDominatorTree;
} // namespace llvm

namespace warpsan {

class DivergentBlocks {
public:
  /// Of the lanes of a warp. `analyses` may be older than the function.
  DivergentBlocks(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  /// Of the threads of a kernel that `uniformity` is about.
  DivergentBlocks(llvm::Function &kernel, llvm::UniformityInfo &uniformity,
                  const llvm::PostDominatorTree &tree);

  /// In a function that kernels call every block is: nothing is known of the call.
  bool contains(const llvm::BasicBlock &block) const { return isOpen || blocks.contains(&block); }

private:
  void add(llvm::Function &kernel, llvm::UniformityInfo &uniformity,
           const llvm::PostDominatorTree &tree);
  void addDependents(const llvm::BasicBlock &branch, const llvm::PostDominatorTree &tree);

  bool isOpen = false;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> blocks;
  llvm::SmallVector<const llvm::BasicBlock *, 16> work;
};

} // namespace warpsan
