//===- TwinInstrumenter.h - Filter and instrument one twin ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "analysis/FormTables.h"
#include "analysis/Provenance.h"
#include "analysis/SyncEffects.h"
#include "passes/PassOptions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
class Function;
class SCEV;
} // namespace llvm

namespace warpsan {

class Checks;
class FlagUse;
class IntendedRaces;
class IntervalProofs;
class SiteTable;
struct SiteEntry;
class SyncPaths;
class ThreadPrivateArrays;

/// What one function contributes to the kernels that call it.
struct TwinSummary {
  uint32_t flags = 0;   ///< abi::KernelFlags
  uint32_t reasons = 0; ///< abi::Reason bits
  abi::BlockLimits provedBlock = {};
  llvm::SmallPtrSet<const llvm::CallInst *, 4> within; ///< checks: see KernelWithinChecks
  llvm::SetVector<unsigned> sites;
  llvm::SmallVector<llvm::Function *, 4> callees; ///< twins
  llvm::SmallVector<llvm::StringRef, 2> imports;  ///< functions of other units
  KernelForms forms;
  bool hasOpenReads = false; ///< of global memory, through pointers that have no root
};

/// Effects of all instructions of a twin on order.
TwinSummary summarizeOrder(llvm::Function &twin, AsmDecoder &decoder);

/// Calls the run time at barriers and exits; in twins with `mayOrder` also at fences
/// and barriers of a part of the block.
void instrumentOrder(llvm::Function &twin, AsmDecoder &decoder);

/// What some kernel of the module may do.
struct CodeTraits {
  bool mayRenew; ///< get memory from malloc that another access was of before
};

/// Decides about each placed check of a twin.
class CheckFilter {
public:
  CheckFilter(Checks &checks, SiteTable &sites, ThreadPrivateArrays &privateArrays,
              const IntendedRaces &intended, const PassOptions &options, AsmDecoder &decoder,
              llvm::FunctionAnalysisManager &analyses, CodeTraits traits);
  ~CheckFilter();

  /// Removes the checks that are not needed, adds sites and flags to `summary`,
  /// and notes the rest for finish().
  void filter(llvm::Function &twin, TwinSummary &summary);
  /// Puts the final site numbers into the checks that stay.
  void finish();

private:
  struct Kept {
    llvm::CallInst *check;
    unsigned site;
    const llvm::GlobalVariable *within; ///< proved if it stays there, or null
  };
  struct Decision;
  struct Proof;
  bool removeReserved(llvm::CallInst &check, TwinSummary &summary);
  Decision decide(llvm::CallInst &check, const FlagUse &flags);
  std::unique_ptr<IntervalProofs> proveIntervals(llvm::Function &twin, const TwinSummary &summary);
  std::optional<Proof> proofOf(const llvm::CallInst &check, ObjectKind object) const;
  std::optional<Proof> proofInInterval(const llvm::CallInst &check) const;
  std::optional<Proof> proofOfPrivate(const llvm::CallInst &check) const;
  void addVolatileUse(SiteEntry &site, llvm::CallInst &check);
  SyncPaths syncPaths(llvm::Function &twin, llvm::ArrayRef<Decision> decisions) const;
  void cover(llvm::Function &twin, llvm::MutableArrayRef<Decision> decisions,
             const SyncPaths &paths);
  bool hoist(llvm::Function &twin, llvm::MutableArrayRef<Decision> decisions,
             const SyncPaths &paths);
  void thinOut(llvm::Function &twin, llvm::MutableArrayRef<Decision> decisions);
  const llvm::SCEV &addressOf(llvm::CallInst &check);
  bool isInRow(llvm::CallInst &check);
  bool isUniformRead(llvm::CallInst &check, const MemoryAccess &access);
  void markLines(llvm::Function &twin) const;
  void apply(const Decision &decision, TwinSummary &summary);
  void addDropped(llvm::Function &twin, TwinSummary &summary);

  Checks &checks;
  SiteTable &sites;
  ThreadPrivateArrays &privateArrays;
  const IntendedRaces &intended;
  const PassOptions &options;
  AsmDecoder &decoder;
  llvm::FunctionAnalysisManager &analyses;
  CodeTraits traits;
  llvm::SmallVector<Kept, 0> kept;
  std::unique_ptr<IntervalProofs> intervals; ///< of the twin at hand, if they can be known
};

} // namespace warpsan
