//===- IntervalProofs.h - Shared accesses that cannot race ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access of a kernel to a shared array needs no check if no other thread can touch
// the same bytes, one of them writing, between the same two barriers. Pairs of accesses
// are asked one by one (ThreadPairs), with what both threads surely share in a barrier
// interval (BarrierIntervals). Some proofs hold for small enough blocks only: for those
// the kernel gets one shape, which a launch is compared with.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/BarrierIntervals.h"
#include "analysis/BlockUniformity.h"
#include "analysis/Guards.h"
#include "analysis/IndexForms.h"
#include "analysis/SharedObjects.h"
#include "analysis/ThreadPairs.h"

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class CallInst;
class GlobalVariable;
} // namespace llvm

namespace warpsan {

/// One access of the kernel, wherever it goes. The check stands right before it.
struct KernelAccess {
  const llvm::CallInst *check = nullptr;
  const llvm::Value *pointer = nullptr;
  std::optional<uint64_t> bytes;
  bool writes = false;
  bool isStrong = false; ///< atomic, of block scope or wider
};

class IntervalProofs {
public:
  /// All code that runs in a launch must be the kernel's own, and `accesses` all that
  /// it does.
  IntervalProofs(llvm::Function &kernel, SharedObjects objects,
                 llvm::ArrayRef<KernelAccess> accesses, AsmDecoder &decoder,
                 llvm::FunctionAnalysisManager &analyses);

  enum class Validity : uint8_t { None, InShape, Always };
  Validity of(const llvm::CallInst &check) const { return proofs.lookup(&check); }
  /// Whether some are of kind InShape.
  bool hasShape() const { return isShaped; }
  /// Blocks that those proofs are about.
  const BlockBounds &shape() const { return proofShape; }

private:
  /// An access to a known object: how far behind its start.
  struct Target {
    KernelAccess access;
    const llvm::GlobalVariable *object;
    llvm::SmallVector<const llvm::SCEV *, 2> offsets; ///< to be added
    llvm::SmallVector<Guard, 8> guards;
  };
  /// The forms of all targets for blocks within some bounds.
  struct View {
    IndexForms forms;
    std::vector<IndexedAccess> accesses;
  };

  void addTarget(const KernelAccess &access);
  std::vector<unsigned> candidatesIn(const View &view) const;
  View viewFor(const BlockBounds &bounds);
  IndexedAccess formOf(const Target &target, IndexForms &forms) const;
  bool mayConflict(const Target &a, const Target &b) const;
  bool mayRace(const View &view, unsigned a, unsigned b);
  bool isShared(const IndexForms::Symbol &symbol, llvm::ArrayRef<unsigned> common,
                const llvm::CallInst &a, const llvm::CallInst &b);
  std::vector<bool> provedFor(const BlockBounds &bounds);
  std::vector<BlockBounds> shapes(const BlockBounds &widest);
  std::vector<bool> provedInShape(const std::vector<bool> &always);

  llvm::Function &kernel;
  llvm::FunctionAnalysisManager &analyses;
  llvm::ScalarEvolution &evolution;
  BlockUniformity uniformity;
  BarrierIntervals intervals;
  SharedObjects objects;
  std::vector<Target> targets;
  BlockBounds proofShape;
  bool isShaped = false;
  unsigned questions = 0;
  llvm::DenseMap<const llvm::CallInst *, Validity> proofs;
};

} // namespace warpsan
