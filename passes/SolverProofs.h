//===- SolverProofs.h - The solver as an oracle -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// proofs=z3: what linear arithmetic does not prove of shared accesses is put to the prover of
// verify/, once for each shape of blocks that is tried.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/IndexForms.h"
#include "analysis/PairOracle.h"
#include "verify/ProofCache.h"

#include "llvm/ADT/DenseMap.h"

namespace warpsan {

class Checks;
struct PassOptions;

class SolverProofs : public PairOracle {
public:
  /// All accesses of the kernel must be analysed.
  SolverProofs(llvm::Function &twin, const Checks &checks, const PassOptions &options,
               AsmDecoder &decoder, llvm::FunctionAnalysisManager &analyses);

  bool mayRace(const BlockBounds &bounds, const llvm::CallInst &first,
               const llvm::CallInst &second) override;
  bool staysWithin(const BlockBounds &bounds, const llvm::CallInst &check) override;

private:
  const verify::Outcome &outcomeFor(const BlockBounds &bounds);

  const PassOptions &options;
  llvm::DenseMap<const llvm::CallInst *, unsigned> numbers; ///< of accesses
  verify::Kernel kernel;
  std::vector<std::pair<BlockBounds, verify::Outcome>> outcomes;
  double secondsLeft;
};

/// What proofs see of the accesses of a kernel, in the order of its checks.
std::vector<verify::Access> accessesOf(llvm::Function &twin, const Checks &checks);

} // namespace warpsan
