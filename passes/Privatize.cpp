//===- Privatize.cpp - Twins whose regions run on copies -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Privatize.h"
#include "core/access.h"
#include "passes/Checks.h"
#include "passes/Regions.h"
#include "passes/Repeatability.h"
#include "passes/RuntimeCallees.h"
#include "passes/SharedBlock.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {

static bool mayBeOfShared(const CallInst &check) {
  auto *flags = dyn_cast<ConstantInt>(check.getArgOperand(FlagsArgument));
  return !flags || !(flags->getZExtValue() & AccessGlobal);
}

/// Pointers that a kernel gets from elsewhere are not of its shared memory: it must name that.
Privatization planPrivatization(Function &twin, AsmDecoder &decoder) {
  Privatization plan;
  plan.obstacles = obstaclesOf(twin, decoder);
  plan.isWanted = !plan.obstacles && any_of(checksIn(twin), [](const CallInst *check) {
    return mayBeOfShared(*check);
  }) && !sharedVariablesOf(twin).isEmpty();
  return plan;
}

void privatize(Function &twin, AsmDecoder &decoder) {
  const SharedVariables variables = sharedVariablesOf(twin);
  const SharedBlock fixed = joinVariables(twin, variables.fixed);
  formRegions(twin, fixed, variables, decoder);
}

} // namespace warpsan
