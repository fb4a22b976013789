//===- OrderingTwins.cpp - Twins that may run with LaunchOrdered ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/OrderingTwins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral OrderingAttribute = "warpsan.ordering";

/// Of the runtime about the code that it is inlined in.
constexpr StringLiteral Question = "__warpsan_may_order";

bool isQuestion(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == Question;
}

} // namespace

void markOrdering(Function &twin) { twin.addFnAttr(OrderingAttribute); }

bool mayOrder(const Function &twin) { return twin.hasFnAttribute(OrderingAttribute); }

void answerMayOrder(Function &function, bool answer) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isQuestion(instruction)) {
      instruction.replaceAllUsesWith(ConstantInt::getBool(instruction.getType(), answer));
      instruction.eraseFromParent();
    }
}

} // namespace warpsan
