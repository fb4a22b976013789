//===- ProvedTwins.cpp - Twins of launches that prove their checks ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/ProvedTwins.h"
#include "core/access.h"
#include "passes/Checks.h"
#include "passes/RuntimeCallees.h"
#include "warpsan/module_info.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral ProvableAttribute = "warpsan.provable";

/// What is not constant is whether the access stays in its array.
void askForArray(CallInst &check) {
  IRBuilder<> builder(&check);
  Value *flags = check.getArgOperand(FlagsArgument);
  Value *proved =
      builder.CreateAnd(flags, ConstantInt::get(flags->getType(), AccessIfOutsideShape));
  Instruction *outside =
      SplitBlockAndInsertIfThen(builder.CreateIsNull(proved), &check, /*Unreachable=*/false);
  builder.SetInsertPoint(outside);
  RuntimeCallees runtime(*check.getModule());
  builder.CreateCall(runtime.get(Entry::array_left),
                     {check.getArgOperand(ContextArgument), check.getArgOperand(SiteArgument)});
}

void dropChecks(Function &proved) {
  for (CallInst *check : checksIn(proved)) {
    if (!isa<ConstantInt>(check->getArgOperand(FlagsArgument)))
      askForArray(*check);
    check->eraseFromParent();
  }
}

/// Only twins tell divergence, and kernels that do run no other.
void dropArrivals(Function &proved) {
  for (Instruction &instruction : make_early_inc_range(instructions(proved)))
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && call->getCalledFunction() &&
        call->getCalledFunction()->getName() == EntrySymbols[unsigned(Entry::barrier_arrive)])
      call->eraseFromParent();
}

/// Twins of functions that other units call have other names, and no such copy.
std::string provedName(const Function &twin) {
  StringRef name = twin.getName();
  return name.consume_front(abi::TwinPrefix) ? (abi::ProvedPrefix + name).str() : std::string();
}

Function *addProvedTwin(Function &twin) {
  twin.removeFnAttr(ProvableAttribute);
  ValueToValueMapTy values;
  Function *proved = CloneFunction(&twin, values);
  proved->setName(provedName(twin));
  dropChecks(*proved);
  dropArrivals(*proved);
  return proved;
}

} // namespace

void markProvable(Function &twin) { twin.addFnAttr(ProvableAttribute); }

void copyAsProvable(Function &twin) { addProvedTwin(twin); }

Function *provableCopyOf(const Function &twin) {
  const std::string name = provedName(twin);
  return name.empty() ? nullptr : twin.getParent()->getFunction(name);
}

SmallVector<Function *, 0> addProvedTwins(Module &module) {
  SmallVector<Function *, 0> provable;
  for (Function &twin : module)
    if (twin.hasFnAttribute(ProvableAttribute))
      provable.push_back(&twin);
  SmallVector<Function *, 0> proved;
  for (Function *twin : provable)
    proved.push_back(addProvedTwin(*twin));
  return proved;
}

} // namespace warpsan
