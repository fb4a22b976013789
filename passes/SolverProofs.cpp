//===- SolverProofs.cpp - The solver as an oracle --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/SolverProofs.h"
#include "core/access.h"
#include "passes/Checks.h"
#include "passes/PassOptions.h"
#include "passes/RuntimeCallees.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <chrono>

using namespace llvm;

namespace warpsan {

/// For a kernel, when it is compiled to run.
static constexpr unsigned DefaultSeconds = 10;

static verify::Access accessOf(CallInst &check, const Checks &checks) {
  const MemoryAccess &facts = checks.factsOf(check).access;
  verify::Access access;
  access.place = &check;
  access.instruction = checks.accessOf(check);
  access.pointer = check.getArgOperand(AddressArgument);
  if (auto *size = dyn_cast<ConstantInt>(check.getArgOperand(SizeArgument)))
    access.bytes = size->getZExtValue();
  if (auto *flags = dyn_cast<ConstantInt>(check.getArgOperand(FlagsArgument));
      flags && flags->getZExtValue() & AccessHasValue)
    access.stored = check.getArgOperand(ValueArgument);
  access.alignment = facts.alignment;
  access.reads = facts.reads();
  access.writes = facts.writes();
  access.isStrong = facts.isStrong();
  access.isOfBlock = facts.scope == abi::Scope::Block;
  return access;
}

std::vector<verify::Access> accessesOf(Function &twin, const Checks &checks) {
  std::vector<verify::Access> accesses;
  for (CallInst *check : checksIn(twin))
    accesses.push_back(accessOf(*check, checks));
  return accesses;
}

SolverProofs::SolverProofs(Function &twin, const Checks &checks, const PassOptions &options,
                           AsmDecoder &decoder, FunctionAnalysisManager &analyses)
    : options(options), kernel(twin, accessesOf(twin, checks), decoder, analyses,
                               verify::Kernel::Parameters::MayAlias),
      secondsLeft(options.proofSeconds.value_or(DefaultSeconds)) {
  for (const auto &[number, check] : enumerate(checksIn(twin)))
    numbers[check] = number;
}

const verify::Outcome &SolverProofs::outcomeFor(const BlockBounds &bounds) {
  for (const auto &[known, outcome] : outcomes)
    if (known == bounds)
      return outcome;
  verify::ProverOptions question;
  for (unsigned i = 0; i < verify::Dimensions; ++i)
    (bounds.isExact ? question.launch.block : question.launch.mostThreads)[i] = bounds.most[i];
  question.isWithinBlocks = question.asksForEnds = true;
  question.limits = {4'000'000, 5'000};
  question.guessLimits = {250'000, 500};
  question.seconds = std::max(secondsLeft, 0.0);
  question.dumps = options.proofDump.str();
  question.cache = options.proofCache.str();
  const auto start = std::chrono::steady_clock::now();
  outcomes.emplace_back(bounds, verify::proveOnce(kernel, question));
  secondsLeft -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcomes.back().second;
}

bool SolverProofs::mayRace(const BlockBounds &bounds, const CallInst &first,
                           const CallInst &second) {
  const verify::Outcome &outcome = outcomeFor(bounds);
  const auto [low, high] = std::minmax(numbers.lookup(&first), numbers.lookup(&second));
  return !outcome.reason.empty() || any_of(outcome.open, [&](const verify::PairOutcome &row) {
    return row.first == low && row.second == high;
  });
}

bool SolverProofs::staysWithin(const BlockBounds &bounds, const CallInst &check) {
  const verify::Outcome &outcome = outcomeFor(bounds);
  const unsigned number = numbers.lookup(&check);
  return outcome.reason.empty() && number < outcome.staysWithin.size() &&
         outcome.staysWithin[number];
}

} // namespace warpsan
