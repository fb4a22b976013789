//===- SharedPlaces.cpp - Where shared variables lie -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/SharedPlaces.h"
#include "passes/RuntimeCallees.h"
#include "passes/SharedBlock.h"
#include "passes/Twins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace warpsan {

bool hasSeveralSharedVariables(const Module &module) {
  return count_if(module.globals(), [](const GlobalVariable &variable) {
           return variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
         }) > 1;
}

SetVector<GlobalVariable *> sharedVariablesIn(ArrayRef<Function *> functions) {
  SetVector<GlobalVariable *> all;
  for (Function *function : functions) {
    const SharedVariables named = sharedVariablesOf(*function);
    all.insert_range(named.fixed);
    if (named.dynamic)
      all.insert(named.dynamic);
  }
  return all;
}

void tellSharedPlaces(Function &twin, ArrayRef<GlobalVariable *> variables) {
  CallBase &enter = Twins::enterOf(twin);
  IRBuilder<> builder(enter.getNextNode());
  builder.SetCurrentDebugLocation(enter.getDebugLoc());
  const FunctionCallee callee = RuntimeCallees(*twin.getParent()).get(Entry::shared_place);
  for (auto [number, variable] : enumerate(variables))
    builder.CreateCall(callee, {enter.getArgOperand(ContextArgument),
                                builder.CreateAddrSpaceCast(variable, builder.getPtrTy()),
                                builder.getInt32(number)});
}

} // namespace warpsan
