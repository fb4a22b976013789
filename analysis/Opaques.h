//===- Opaques.h - Values that a launch does not tell -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/ConstantRange.h"

#include <cstdint>

namespace llvm {
class BasicBlock;
class DominatorTree;
class LoopInfo;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace warpsan {

class BlockUniformity;

/// Numbers of a kernel that follow from what the host does not see: loaded, shuffled, or
/// chosen by branches. Places that name one in expressions and guards mean the same
/// number, as it was computed last.
class Opaques {
public:
  Opaques(const BlockUniformity &uniformity, llvm::ScalarEvolution &evolution,
          const llvm::DominatorTree &dominators, const llvm::LoopInfo &loops);

  static bool isOpaque(const llvm::Value &value);
  uint32_t numberOf(const llvm::Value &value) {
    return numbers.try_emplace(&value, numbers.size()).first->second;
  }
  /// As a signed number.
  llvm::ConstantRange rangeOf(llvm::Value &value) const;
  /// Whether it is final where `place` runs, and that of all threads of the block.
  bool isOfBlock(llvm::Value &value, const llvm::BasicBlock &place) const;

private:
  const BlockUniformity &uniformity;
  llvm::ScalarEvolution &evolution;
  const llvm::DominatorTree &dominators;
  const llvm::LoopInfo &loops;
  llvm::DenseMap<const llvm::Value *, uint32_t> numbers;
};

} // namespace warpsan
