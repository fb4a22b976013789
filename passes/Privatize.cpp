//===- Privatize.cpp - Twins whose regions run on copies -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Privatize.h"
#include "passes/Checks.h"
#include "passes/PassOptions.h"
#include "passes/Regions.h"
#include "passes/Repeatability.h"
#include "passes/SharedBlock.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace warpsan {

Privatization planPrivatization(Function &twin, AsmDecoder &decoder) {
  Privatization plan;
  plan.obstacles = obstaclesOf(twin, decoder);
  plan.isWanted = !plan.obstacles && !checksIn(twin).empty();
  return plan;
}

void privatize(Function &twin, AsmDecoder &decoder, RegionRuns runs) {
  const SharedVariables variables = sharedVariablesOf(twin);
  const SharedBlock fixed = joinVariables(twin, variables.fixed);
  formRegions(twin, {fixed, variables}, runs, decoder);
}

RegionRuns runsIn(Mode mode) { return mode == Mode::Det ? RegionRuns::Once : RegionRuns::Repeated; }

} // namespace warpsan
