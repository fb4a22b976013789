//===- HeapProbe.cpp - A kernel that finds the heap of device code ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/HeapProbe.h"
#include "warpsan/module_info.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {

/// Weak: a device linker keeps that of one unit.
void addHeapProbe(const Function &model) {
  Module &module = *const_cast<Module *>(model.getParent());
  IRBuilder<> builder(module.getContext());
  Type *pointer = builder.getPtrTy();
  Function *probe = Function::Create(FunctionType::get(builder.getVoidTy(), {pointer}, false),
                                     GlobalValue::WeakAnyLinkage, abi::HeapProbeSymbol, module);
  probe->setCallingConv(CallingConv::PTX_Kernel);
  for (StringRef name : {"target-cpu", "target-features"})
    if (Attribute attribute = model.getFnAttribute(name); attribute.isValid())
      probe->addFnAttr(attribute);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", probe));
  Value *memory = builder.CreateCall(
      module.getOrInsertFunction("malloc", pointer, builder.getInt64Ty()), {builder.getInt64(1)});
  builder.CreateStore(memory, probe->getArg(0));
  builder.CreateCall(module.getOrInsertFunction("free", builder.getVoidTy(), pointer), {memory});
  builder.CreateRetVoid();
}

} // namespace warpsan
