//===- Guards.h - Comparisons that hold in a block --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CmpPredicate.h"
#include "llvm/IR/Dominators.h"

namespace llvm {
class PHINode;
class Value;
} // namespace llvm

namespace warpsan {

/// left predicate right, of integers.
struct Comparison {
  llvm::CmpPredicate predicate;
  llvm::Value *left;
  llvm::Value *right;
};

/// A comparison that holds on an edge.
struct Guard : Comparison {
  llvm::BasicBlockEdge edge;
};

/// A condition, or a bool in memory, that more than one way may have made so.
struct OpenFact {
  llvm::PHINode *phi;
  bool holds;
};

/// What follows from the condition being `holds`. `open` takes what it also rests on.
llvm::SmallVector<Comparison, 4> comparisonsOf(llvm::Value &condition, bool holds,
                                               const llvm::DominatorTree &tree,
                                               llvm::SmallVectorImpl<OpenFact> *open = nullptr);

/// Edges of branches and switches that every way into the block goes over, the nearest
/// first. Every execution of the block comes behind one of the branch, with no new
/// execution of what dominates the branch in between.
llvm::SmallVector<llvm::BasicBlockEdge, 8> edgesInto(const llvm::BasicBlock &block,
                                                     const llvm::DominatorTree &tree);

/// What holds on those edges. The operands still are what they were.
llvm::SmallVector<Guard, 8> guardsOf(const llvm::BasicBlock &block, const llvm::DominatorTree &tree,
                                     llvm::SmallVectorImpl<OpenFact> *open = nullptr);

} // namespace warpsan
