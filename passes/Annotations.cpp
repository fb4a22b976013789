//===- Annotations.cpp - What the program tells proofs ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Annotations.h"
#include "verify/Invariants.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {

bool removeAnnotations(Module &module) {
  Function *invariant = module.getFunction(verify::InvariantFunction);
  if (!invariant || !invariant->isDeclaration())
    return false;
  for (User *user : make_early_inc_range(invariant->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == invariant)
      call->eraseFromParent();
  if (invariant->use_empty())
    invariant->eraseFromParent();
  return true;
}

} // namespace warpsan
