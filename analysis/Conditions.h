//===- Conditions.h - What holds wherever a block runs ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "warpsan/access_forms.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"

namespace llvm {
class Value;
} // namespace llvm

namespace warpsan {

/// left relation right, of integers.
struct Comparison {
  llvm::Value *left;
  llvm::Value *right;
  abi::GuardRelation relation;
};

/// A comparison that holds on an edge.
struct Condition : Comparison {
  llvm::BasicBlockEdge edge;
};

/// Comparisons on the branches that lead to the block, the nearest first. They are
/// of the values that the operands have in the round of each loop around both the
/// branch and the block that the block runs in.
llvm::SmallVector<Condition, 8> conditionsAt(const llvm::BasicBlock &block,
                                             const llvm::DominatorTree &dominators);

} // namespace warpsan
