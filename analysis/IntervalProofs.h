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
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class CallInst;
class GlobalVariable;
class Loop;
class PHINode;
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace warpsan {

struct Alternation;
class PairOracle;

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
  /// it does. `oracle`: who is asked where this is not enough, or null.
  IntervalProofs(llvm::Function &kernel, SharedObjects objects,
                 llvm::ArrayRef<KernelAccess> accesses, AsmDecoder &decoder,
                 llvm::FunctionAnalysisManager &analyses, PairOracle *oracle);

  enum class Validity : uint8_t { None, InShape, Always };
  Validity of(const llvm::CallInst &check) const { return proofs.lookup(&check); }
  /// Only where the access stays within this object, which was not shown. Else null.
  const llvm::GlobalVariable *within(const llvm::CallInst &check) const {
    return limits.lookup(&check);
  }
  /// Whether some are of kind InShape.
  bool hasShape() const { return isShaped; }
  /// Blocks that those proofs are about.
  const BlockBounds &shape() const { return proofShape; }

private:
  /// Rounds of a loop.
  struct Turn {
    const llvm::Loop *loop;
    bool isOdd;
  };
  /// An access to a known object: how far behind its start. One that goes to one object
  /// or another is a target for each.
  struct Target {
    KernelAccess access;
    const llvm::GlobalVariable *object = nullptr;
    llvm::SmallVector<const llvm::SCEV *, 2> offsets; ///< to be added
    llvm::SmallVector<Comparison, 8> guards;
    llvm::SmallVector<Turn, 1> turns; ///< in these alone
    /// Over which it is reached, from blocks that all threads leave together.
    llvm::SmallVector<llvm::BasicBlockEdge, 4> edges;
  };
  /// The forms of all targets for blocks within some bounds.
  struct View {
    BlockBounds bounds;
    IndexForms forms;
    std::vector<IndexedAccess> accesses;
  };

  void addAccess(const KernelAccess &access);
  bool addTargets(Target target, const llvm::Value &pointer);
  bool addByTurns(const Target &target, const Alternation &turns);
  bool addByEdges(const Target &target, const llvm::PHINode &phi);
  bool addChoice(Target target, const llvm::Value &pointer, llvm::Value &condition, bool holds);
  void askOracle(std::vector<bool> &proved);
  void prove(const std::vector<bool> &always, const std::vector<bool> &proved);
  void proveWithin(const std::vector<bool> &proved);
  std::vector<unsigned> candidatesIn(const View &view) const;
  View viewFor(const BlockBounds &bounds);
  IndexedAccess formOf(const Target &target, IndexForms &forms) const;
  bool mayConflict(const Target &a, const Target &b) const;
  bool areOnOneWay(unsigned interval, const Target &a, const Target &b);
  llvm::SmallVector<unsigned, 8> commonIntervals(const Target &a, const Target &b);
  bool mayRace(const View &view, unsigned a, unsigned b);
  bool mayRaceLinearly(const View &view, unsigned a, unsigned b);
  bool staysWithin(const View &view, unsigned target);
  bool isShared(const IndexForms::Symbol &symbol, llvm::ArrayRef<unsigned> common,
                const llvm::CallInst &a, const llvm::CallInst &b);
  bool isOnlyTarget(const Target &target) const;
  std::vector<bool> provedFor(const BlockBounds &bounds, bool asksInCode = false);
  std::vector<BlockBounds> shapes(const BlockBounds &widest);
  std::vector<bool> provedInShape(const std::vector<bool> &always);

  llvm::Function &kernel;
  llvm::FunctionAnalysisManager &analyses;
  llvm::ScalarEvolution &evolution;
  PairOracle *oracle;
  bool asksOracle = false;
  BlockUniformity uniformity;
  BarrierIntervals intervals;
  SharedObjects objects;
  std::vector<Target> targets;
  llvm::DenseSet<const llvm::CallInst *> open; ///< may go elsewhere, too
  BlockBounds proofShape;
  bool isShaped = false;
  unsigned questions = 0;
  llvm::DenseMap<const llvm::CallInst *, Validity> proofs;
  llvm::DenseMap<const llvm::CallInst *, const llvm::GlobalVariable *> limits;
};

} // namespace warpsan
