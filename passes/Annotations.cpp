//===- Annotations.cpp - What the program tells the plugin -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Annotations.h"
#include "passes/IntendedRaces.h"
#include "verify/Invariants.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {

static bool removeCalls(Module &module, StringRef name) {
  Function *function = module.getFunction(name);
  if (!function || !function->isDeclaration())
    return false;
  for (User *user : make_early_inc_range(function->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == function)
      call->eraseFromParent();
  if (function->use_empty())
    function->eraseFromParent();
  return true;
}

bool removeAnnotations(Module &module) {
  const bool hadInvariants = removeCalls(module, verify::InvariantFunction);
  return noteIntendedRaces(module) || hadInvariants;
}

bool removeOrderAnnotations(Module &module) {
  bool changed = false;
  for (StringRef name : {"warpsan_device_release", "warpsan_device_acquire"})
    changed |= removeCalls(module, name);
  return changed;
}

} // namespace warpsan
