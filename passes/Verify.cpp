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
#include "passes/IntendedRaces.h"
#include "passes/PassOptions.h"
#include "passes/RuntimeCallees.h"
#include "passes/SharedBlock.h"
#include "passes/SolverProofs.h"
#include "passes/TwinCleanup.h"
#include "passes/TwinInstrumenter.h"
#include "passes/Twins.h"
#include "passes/VerifyReport.h"
#include "verify/ProofCache.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <chrono>

using namespace llvm;

namespace warpsan {
namespace {

/// Why a kernel is not understood.
struct Obstacle {
  abi::Reason reason = abi::Reason::None;
  std::string text;
};

Obstacle obstacleOf(abi::Reason reason) {
  return {reason, names::ReasonText[unsigned(reason)].str()};
}

/// Code that the kernel runs and that proofs do not see.
std::optional<Obstacle> obstacleOf(const TwinSummary &summary) {
  using abi::Reason;
  if (!summary.callees.empty())
    return Obstacle{Reason::NotUnderstood, "a call of a function that is recursive or too large"};
  if (!summary.imports.empty())
    return Obstacle{Reason::ExternalCall, "a call of a function of another file"};
  for (unsigned reason = 1; reason < std::size(names::ReasonText); ++reason)
    if (uint64_t(summary.reasons) >> reason & 1)
      return obstacleOf(Reason(reason));
  if (summary.flags & abi::KernelOpen)
    return Obstacle{Reason::NotUnderstood, "code that is not seen"};
  return std::nullopt;
}

class Verifier {
public:
  Verifier(Module &module, const PassOptions &options, FunctionAnalysisManager &analyses)
      : module(module), options(options), analyses(analyses), twins(Twins::create(module)),
        intended(module), checks(module) {}

  void run();

private:
  void collect();
  unsigned sharedVariables() const;
  VerifiedAccess accessOf(const Instruction &place, const AccessFacts &facts) const;
  void addAccesses(Function &twin, VerifiedKernel &kernel) const;
  VerifiedKernel verify(Function &original, Function &twin);
  std::optional<Obstacle> obstacleIn(Function &twin, const VerifiedKernel &kernel);
  verify::ProverOptions proverOptions() const;

  Module &module;
  const PassOptions &options;
  FunctionAnalysisManager &analyses;
  Twins twins;
  IntendedRaces intended;
  Checks checks;
  AsmDecoder decoder;
  VerifiedFile file;
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

VerifiedAccess Verifier::accessOf(const Instruction &place, const AccessFacts &facts) const {
  const uint64_t size = facts.access.flags & abi::SiteBulk ? 0 : facts.access.size;
  const DebugLoc &location = place.getDebugLoc();
  return {location, &facts, size, intended.reasonOf(facts.function, location.get())};
}

void Verifier::addAccesses(Function &twin, VerifiedKernel &kernel) const {
  for (const CallInst *check : checksIn(twin))
    kernel.accesses.push_back(accessOf(*check, checks.factsOf(*check)));
  for (const Instruction &instruction : instructions(twin))
    if (const AccessFacts *facts = checks.droppedFacts(instruction))
      kernel.ownAccesses.push_back(accessOf(instruction, *facts));
}

std::optional<Obstacle> Verifier::obstacleIn(Function &twin, const VerifiedKernel &kernel) {
  for (const VerifiedAccess &access : kernel.accesses)
    if (!access.facts->access.isAnalysed())
      return obstacleOf(access.facts->access.reason);
  return obstacleOf(summarizeOrder(twin, decoder));
}

VerifiedKernel Verifier::verify(Function &original, Function &twin) {
  const auto start = std::chrono::steady_clock::now();
  VerifiedKernel result;
  result.function = &original;
  addAccesses(twin, result);
  verify::Kernel kernel(twin, accessesOf(twin, checks), decoder, analyses,
                        verify::Kernel::Parameters(options.parameters));
  if (const std::optional<Obstacle> obstacle = obstacleIn(twin, result)) {
    result.outcome.reason = obstacle->text;
    result.obstacle = obstacle->reason;
  } else {
    result.outcome = verify::proveOnce(kernel, proverOptions());
    if (!result.outcome.reason.empty())
      result.obstacle = abi::Reason::NotUnderstood;
  }
  for (unsigned number = 0; number < kernel.objectCount(); ++number)
    result.objects.push_back(kernel.object(number));
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  result.seconds = time.count();
  return result;
}

void Verifier::collect() {
  for (auto [original, twin] : twins.all()) {
    checks.place(*twin, original->getName(), decoder, VolatileRule::Marked);
    intended.addCopy(*original, *twin);
    for (const Function *function : {original, twin})
      if (const DISubprogram *subprogram = function->getSubprogram())
        file.names.add(*subprogram, original->getName());
  }
}

/// As many as a run knows of: the rows of its table (ModuleInstrumenter::addVariables).
unsigned Verifier::sharedVariables() const {
  return count_if(module.globals(), [&](const GlobalVariable &variable) {
    return variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED && !variable.isConstant() &&
           !isSharedBlock(variable) && twins.use(variable);
  });
}

void Verifier::run() {
  collect();
  cleanUpTwins(twins, checks, /*dropStackChecks=*/true, analyses);
  file.assumptions = options.assumptions;
  file.sharedVariables = sharedVariables();
  VerifyReport report(file, options.proofReport);
  for (auto [original, twin] : twins.all())
    if (isKernel(*original))
      report.add(verify(*original, *twin));
}

} // namespace

void verifyKernels(const Module &module, const PassOptions &options,
                   FunctionAnalysisManager &analyses) {
  const std::unique_ptr<Module> copy = CloneModule(module);
  noteIntendedRaces(*copy);
  harden(*copy);
  Verifier(*copy, options, analyses).run();
  for (Function &function : *copy)
    analyses.clear(function, function.getName());
}

} // namespace warpsan
