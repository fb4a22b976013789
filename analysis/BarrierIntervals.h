//===- BarrierIntervals.h - What runs between two barriers ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The control flow graph of a kernel, cut behind each block barrier that all threads
// of a block come to together. What one start, the entry or a barrier, leads to without
// a cut is an interval (GPUVerify: Betts et al., OOPSLA 2012): two threads may be at any
// two places of one interval at the same time, and of different ones never.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Instruction;
} // namespace llvm

namespace warpsan {

class AsmDecoder;
class BlockUniformity;

class BarrierIntervals {
public:
  /// Whose barriers cut: those of the block, or, for threads of one warp, those of whole
  /// warps too. `uniformity` is about the same threads.
  enum class Level : uint8_t { Block, Warp };

  BarrierIntervals(llvm::Function &kernel, AsmDecoder &decoder, const BlockUniformity &uniformity,
                   Level level = Level::Block);

  unsigned count() const { return starts.size(); }
  /// Where the interval starts, at the beginning of the block or behind a barrier in it.
  const llvm::BasicBlock &startOf(unsigned interval) const { return *startBlocks[interval]; }
  /// The barrier that it starts behind, or null: the entry.
  const llvm::Instruction *barrierOf(unsigned interval) const { return startBarriers[interval]; }
  /// All that cut.
  llvm::SmallVector<const llvm::Instruction *, 8> barriers() const;
  /// Whether the instruction may run in the interval.
  bool contains(unsigned interval, const llvm::Instruction &instruction);
  /// How often `definition`, which dominates `use`, has run since the start of the
  /// interval when a thread comes to `use`: 0, 1, or nothing if that is not sure.
  std::optional<unsigned> runsBefore(unsigned interval, const llvm::Instruction &definition,
                                     const llvm::Instruction &use);
  /// Whether `definition` may run behind `use` in the same interval.
  bool mayRunAfter(const llvm::Instruction &definition, const llvm::Instruction &use);
  /// Whether an instruction that all threads come to together has run equally often in two
  /// that are at those places of the interval: a number of times that is known, or as often
  /// as it does there at all.
  bool haveRunAlike(unsigned interval, const llvm::Instruction &common, const llvm::Instruction &a,
                    const llvm::Instruction &b);
  /// What lies between two barriers or branches; in one of them all is run through or nothing.
  unsigned segmentOf(const llvm::Instruction &instruction) const;

private:
  /// Bit n: n times, the last one: more often.
  using Counts = uint8_t;
  static constexpr Counts Never = 1, Once = 2, More = 4;

  llvm::SmallVector<Counts, 0> countsOnEntry(unsigned start, unsigned segment) const;
  const llvm::SmallVector<Counts, 0> &known(unsigned interval, unsigned segment);

  /// Parts of blocks without a barrier inside, numbered block after block.
  struct Segment {
    llvm::SmallVector<unsigned, 2> next;
  };
  llvm::SmallVector<Segment, 0> segments;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> firstOfBlock;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<const llvm::Instruction *, 2>> cuts;
  llvm::SmallVector<unsigned, 8> starts; ///< first segments
  llvm::SmallVector<const llvm::BasicBlock *, 8> startBlocks;
  llvm::SmallVector<const llvm::Instruction *, 8> startBarriers;
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::SmallVector<Counts, 0>> counts;
  llvm::DenseMap<unsigned, llvm::BitVector> reached; ///< from the end of a segment
};

} // namespace warpsan
