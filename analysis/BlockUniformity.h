//===- BlockUniformity.h - What the threads of a block share ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's uniformity analysis asked about a block of threads instead of a warp. The
// warps of a block run at different times, so registers that are the same in a warp
// alone, and loads of memory that may be written meanwhile, differ.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/DivergentBlocks.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Value;
} // namespace llvm

namespace warpsan {

class BlockUniformity {
public:
  using Values = llvm::SmallPtrSet<const llvm::Value *, 4>;

  /// `known`: that these are uniform was shown otherwise.
  explicit BlockUniformity(llvm::Function &kernel, const Values &known = {});

  /// The n-th execution of its definition gives every thread of the block the same.
  bool isUniform(const llvm::Value &value) const { return uniformity.isUniform(&value); }
  /// Every thread of the block comes there equally often, on the same way through
  /// all such blocks.
  bool isReachedTogether(const llvm::BasicBlock &block) const { return !divergent.contains(block); }
  /// And they go on to the same block, each time.
  bool isLeftTogether(const llvm::BasicBlock &block) const {
    return isReachedTogether(block) && !uniformity.hasDivergentTerminator(block);
  }

private:
  llvm::FunctionAnalysisManager analyses; ///< for a machine whose warps are the blocks
  llvm::UniformityInfo &uniformity;
  DivergentBlocks divergent;
};

} // namespace warpsan
