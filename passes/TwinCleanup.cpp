//===- TwinCleanup.cpp - Make twins readable for the filters ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/TwinCleanup.h"
#include "analysis/Provenance.h"
#include "passes/Checks.h"
#include "passes/EntryReads.h"
#include "passes/RuntimeCallees.h"
#include "passes/Twins.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Instructions a function may grow to by inlining functions that are called
/// from several places. Larger callees stay calls.
constexpr unsigned MaxCallerSize = 20000;

class Cleaner {
public:
  Cleaner(Twins &twins, Checks &checks, bool dropStackChecks, FunctionAnalysisManager &analyses)
      : twins(twins), checks(checks), dropStackChecks(dropStackChecks), analyses(analyses) {
    simplification.addPass(SROAPass(SROAOptions::ModifyCFG));
    simplification.addPass(InstSimplifyPass());
    // Conditional blocks stay: folding them would give accesses to threads
    // that make none.
    simplification.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                               .speculateBlocks(false)
                                               .hoistCommonInsts(false)
                                               .sinkCommonInsts(false)
                                               .convertSwitchToLookupTable(false)));
  }

  void run();

private:
  SmallVector<Function *, 0> calleesFirst();
  void clean(Function &twin);
  bool inlineCalls(Function &twin);
  bool shouldInline(const Function &callee, unsigned callerSize) const;
  bool dropChecks(Function &twin);
  void eraseUnused();

  Twins &twins;
  Checks &checks;
  bool dropStackChecks;
  FunctionAnalysisManager &analyses;
  FunctionPassManager simplification;
  SmallPtrSet<const Function *, 8> recursive;
};

SmallVector<Function *, 0> Cleaner::calleesFirst() {
  SmallVector<Function *, 0> order;
  if (twins.all().empty())
    return order;
  CallGraph graph(*twins.all().begin()->first->getParent());
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component)
    for (CallGraphNode *node : *component) {
      Function *function = node->getFunction();
      if (!function || !twins.isTwin(*function))
        continue;
      order.push_back(function);
      if (component.hasCycle())
        recursive.insert(function);
    }
  return order;
}

/// What min(), max() and the like of libdevice are.
bool isFewNumbers(const Function &callee) {
  constexpr unsigned MaxSize = 8;
  return !callee.isDeclaration() && callee.size() == 1 && callee.getInstructionCount() <= MaxSize &&
         !callee.isInterposable() &&
         none_of(instructions(callee), [](const Instruction &instruction) {
           auto *call = dyn_cast<CallBase>(&instruction);
           return instruction.mayReadOrWriteMemory() ||
                  (call && (!isa<IntrinsicInst>(call) || call->isConvergent()));
         });
}

bool Cleaner::shouldInline(const Function &callee, unsigned callerSize) const {
  if (isFewNumbers(callee))
    return true;
  if (!twins.isTwin(callee) || recursive.contains(&callee) || isKernel(callee))
    return false;
  return callee.hasOneUse() || callerSize + callee.getInstructionCount() <= MaxCallerSize;
}

bool Cleaner::inlineCalls(Function &twin) {
  SmallVector<CallInst *, 16> calls;
  for (Instruction &instruction : instructions(twin))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction())
      calls.push_back(call);
  unsigned size = twin.getInstructionCount();
  bool changed = false;
  for (CallInst *call : calls) {
    const Function &callee = *call->getCalledFunction();
    if (!shouldInline(callee, size))
      continue;
    size += callee.getInstructionCount();
    InlineFunctionInfo info;
    changed |= InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess();
  }
  return changed;
}

bool Cleaner::dropChecks(Function &twin) {
  bool changed = false;
  for (CallInst *check : checksIn(twin))
    if (objectOf(check->getArgOperand(AddressArgument)) == ObjectKind::Stack) {
      checks.dropStackCheck(*check);
      changed = true;
    }
  return changed;
}

/// Every check dropped may free a variable for SROA, which may show the next
/// check to be one of a local variable.
void Cleaner::clean(Function &twin) {
  const bool isInlined = inlineCalls(twin);
  if ((isKernel(twin) && mergeEntryReads(twin)) || isInlined)
    analyses.invalidate(twin, PreservedAnalyses::none());
  do
    analyses.invalidate(twin, simplification.run(twin, analyses));
  while (dropStackChecks && dropChecks(twin));
}

void Cleaner::eraseUnused() {
  SmallVector<Function *, 0> unused;
  for (auto [original, twin] : twins.all())
    if (twin->hasLocalLinkage() && twin->use_empty())
      unused.push_back(twin);
  for (Function *twin : unused) {
    analyses.clear(*twin, twin->getName());
    twins.erase(*twin);
  }
  if (!unused.empty())
    eraseUnused(); // callees that only they used
}

void Cleaner::run() {
  for (Function *twin : calleesFirst())
    clean(*twin);
  eraseUnused();
}

} // namespace

void cleanUpTwins(Twins &twins, Checks &checks, bool dropStackChecks,
                  FunctionAnalysisManager &analyses) {
  Cleaner(twins, checks, dropStackChecks, analyses).run();
}

} // namespace warpsan
