//===- SlimTwins.cpp - Twins with few registers ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/SlimTwins.h"
#include "analysis/SyncEffects.h"
#include "passes/Twins.h"
#include "warpsan/module_info.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral WaitingAttribute = "warpsan.waiting";
constexpr StringLiteral RegisterLimit = "nvvm.maxnreg";

/// A multiprocessor has 65536 registers and at most 2048 threads: whatever fits
/// without checks fits with these.
constexpr unsigned FewRegisters = 32;

/// Only such code does ptxas compile for the kernel that calls it. What other units
/// may call, or bring, has the registers it has (-fgpu-rdc), and a caller that may
/// take fewer is an error.
bool callsOnlyOwnCode(Function &twin) {
  SetVector<Function *> reached;
  reached.insert(&twin);
  for (unsigned i = 0; i < reached.size(); ++i)
    for (Instruction &instruction : instructions(*reached[i])) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || call->isInlineAsm())
        continue;
      Function *callee = call->getCalledFunction();
      if (!callee)
        return false;
      if (callee->isIntrinsic() || (callee->isDeclaration() && isKnownFunction(callee->getName())))
        continue;
      if (!callee->hasLocalLinkage())
        return false;
      reached.insert(callee);
    }
  return true;
}

/// Of weak twins (-fgpu-rdc) a device linker keeps the one of some unit, which need
/// not be the unit that its slim form comes from: their sites differ.
bool mayBeReplaced(const Function &twin) { return twin.isWeakForLinker(); }

bool isSlimAlready(const Function &twin) {
  return twin.hasFnAttribute(RegisterLimit) &&
         twin.getFnAttributeAsParsedInteger(RegisterLimit) <= FewRegisters;
}

Function *addSlimTwin(Function &twin) {
  twin.removeFnAttr(WaitingAttribute);
  ValueToValueMapTy values;
  Function *slim = CloneFunction(&twin, values);
  slim->setName(abi::SlimPrefix + twin.getName().drop_front(strlen(abi::TwinPrefix)));
  slim->removeFnAttr("nvvm.minctasm");
  slim->addFnAttr(RegisterLimit, utostr(FewRegisters));
  return slim;
}

} // namespace

void markWaiting(Function &twin) { twin.addFnAttr(WaitingAttribute); }

SmallVector<Function *, 0> addSlimTwins(Module &module) {
  SmallVector<Function *, 0> waiting;
  for (Function &twin : module)
    if (twin.hasFnAttribute(WaitingAttribute) && !mayBeReplaced(twin) && !isSlimAlready(twin) &&
        callsOnlyOwnCode(twin))
      waiting.push_back(&twin);
  SmallVector<Function *, 0> slim;
  for (Function *twin : waiting)
    slim.push_back(addSlimTwin(*twin));
  return slim;
}

bool isSlimTwin(const Function &function) {
  return function.getName().starts_with(abi::SlimPrefix);
}

} // namespace warpsan
