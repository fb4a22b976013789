//===- HoistedChecks.h - One check for all rounds of a loop -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access of the same bytes in each round of a loop in which nothing orders the thread
// is checked once, in front of the loop: if the first round surely makes it, once the
// thread has come that far.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/IR/PassManager.h"

#include <map>

namespace llvm {
class CallInst;
class ScalarEvolution;
} // namespace llvm

namespace warpsan {

class SyncPaths;

class HoistedChecks {
public:
  HoistedChecks(llvm::Function &twin, const SyncPaths &paths,
                llvm::FunctionAnalysisManager &analyses);
  HoistedChecks(const HoistedChecks &) = delete;
  HoistedChecks &operator=(const HoistedChecks &) = delete;
  /// Analyses of the twin but for dominators and loops are renewed.
  ~HoistedChecks();

  /// Moves the check out of as many loops as possible. One of a store stays if its value
  /// would be lost, unless `needsValue` is false. True if it was moved.
  bool hoist(llvm::CallInst &check, bool needsValue);

private:
  bool isOfFirstRound(const llvm::CallInst &check, const llvm::Loop &loop);
  llvm::BasicBlock *preheaderOf(llvm::Loop &loop);
  bool hoistOnce(llvm::CallInst &check, llvm::Loop &loop, bool needsValue);

  llvm::Function &twin;
  llvm::FunctionAnalysisManager &analyses;
  const SyncPaths &paths;
  llvm::DominatorTree &tree;
  llvm::LoopInfo &loops;
  llvm::ScalarEvolution &evolution;
  bool isReducible; ///< else there are loops that LoopInfo does not know
  bool isChanged = false;
  std::map<const llvm::Loop *, llvm::SimpleLoopSafetyInfo> safety;
};

} // namespace warpsan
