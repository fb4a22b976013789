//===- Verify.cpp - Mode verify: proofs without a run ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is asked about are the twins of a copy of the module, before they are instrumented:
// there everything is inlined, and each access has its facts.
//===----------------------------------------------------------------------===//
#include "passes/Verify.h"
#include "analysis/Names.h"
#include "passes/Checks.h"
#include "passes/Harden.h"
#include "passes/PassOptions.h"
#include "passes/SolverProofs.h"
#include "passes/TwinCleanup.h"
#include "passes/TwinInstrumenter.h"
#include "passes/Twins.h"
#include "passes/VerifyReport.h"
#include "verify/ProofCache.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <chrono>

using namespace llvm;

namespace warpsan {
namespace {

/// Of code that the kernel runs and that proofs do not see, or an empty string.
std::string obstacleOf(const TwinSummary &summary) {
  if (!summary.callees.empty())
    return "a call of a function that is recursive or too large";
  if (!summary.imports.empty())
    return "a call of a function of another file";
  for (unsigned reason = 1; reason < std::size(names::ReasonText); ++reason)
    if (uint64_t(summary.reasons) >> reason & 1)
      return names::ReasonText[reason].str();
  return summary.flags & abi::KernelOpen ? "code that is not seen" : "";
}

class Verifier {
public:
  Verifier(Module &module, const PassOptions &options, FunctionAnalysisManager &analyses)
      : options(options), analyses(analyses), twins(Twins::create(module)), checks(module) {}

  void run();

private:
  VerifiedKernel verify(Function &original, Function &twin);
  verify::ProverOptions proverOptions() const;

  const PassOptions &options;
  FunctionAnalysisManager &analyses;
  Twins twins;
  Checks checks;
  AsmDecoder decoder;
};

verify::ProverOptions Verifier::proverOptions() const {
  verify::ProverOptions result;
  for (unsigned i = 0; i < verify::Dimensions; ++i) {
    result.launch.block[i] = options.block[i].exact;
    result.launch.mostThreads[i] = options.block[i].most;
    result.launch.grid[i] = options.grid[i].exact;
    result.launch.mostBlocks[i] = options.grid[i].most;
  }
  result.warps = verify::Warps(options.warps);
  result.allowsSameValue = options.sameValue == SameValue::Allow;
  result.isWithinBlocks = options.pairs == Pairs::Block;
  result.seconds = options.proofSeconds.value_or(result.seconds);
  result.dumps = options.proofDump.str();
  result.cache = options.proofCache.str();
  return result;
}

VerifiedKernel Verifier::verify(Function &original, Function &twin) {
  const auto start = std::chrono::steady_clock::now();
  VerifiedKernel result;
  result.function = &original;
  result.outcome.reason = obstacleOf(summarizeOrder(twin, decoder));
  for (CallInst *check : checksIn(twin)) {
    const MemoryAccess &facts = checks.factsOf(*check).access;
    if (!facts.isAnalysed())
      result.outcome.reason = names::ReasonText[unsigned(facts.reason)].str();
    result.accesses.push_back({check->getDebugLoc(), facts.kind});
  }
  verify::Kernel kernel(twin, accessesOf(twin, checks), decoder, analyses,
                        verify::Kernel::Parameters(options.parameters));
  if (result.outcome.reason.empty())
    result.outcome = verify::proveOnce(kernel, proverOptions());
  for (unsigned number = 0; number < kernel.objectCount(); ++number)
    result.objects.push_back(kernel.object(number));
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  result.seconds = time.count();
  return result;
}

void Verifier::run() {
  for (auto [original, twin] : twins.all())
    checks.place(*twin, original->getName(), decoder, VolatileRule::Marked);
  cleanUpTwins(twins, checks, /*dropStackChecks=*/true, analyses);
  VerifyReport report(options.proofReport);
  for (auto [original, twin] : twins.all())
    if (isKernel(*original))
      report.add(verify(*original, *twin));
}

} // namespace

void verifyKernels(const Module &module, const PassOptions &options,
                   FunctionAnalysisManager &analyses) {
  const std::unique_ptr<Module> copy = CloneModule(module);
  harden(*copy);
  Verifier(*copy, options, analyses).run();
  for (Function &function : *copy)
    analyses.clear(function, function.getName());
}

} // namespace warpsan
