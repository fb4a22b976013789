//===- Ways.h - How a block is come to --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "analysis/Guards.h"

namespace llvm {
class Loop;
class LoopInfo;
} // namespace llvm

namespace warpsan {

/// What holds on a way into a block, of values as they were at `place`.
struct WayGuard {
  Guard guard;
  const llvm::BasicBlock *place;
  /// Its header was come to once more since: of that loop the values are those of the
  /// next round or, from outside of it, of the first. Else of the round that was left.
  const llvm::Loop *loop = nullptr;
  bool isNext = false;
};
using Way = llvm::SmallVector<WayGuard, 16>;

/// A condition that an earlier part of the program has made up, such as a flag that the
/// last round of a loop sets, holds in ways that differ in what else does. Every execution
/// of the block comes on one of the ways; often there is one only. Recurrences of a loop
/// that a way leaves are those of its last round.
llvm::SmallVector<Way, 4> waysInto(const llvm::BasicBlock &block, const llvm::DominatorTree &tree,
                                   const llvm::LoopInfo &loops);

} // namespace warpsan
