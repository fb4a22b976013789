//===- UnitBorder.cpp - Calls between translation units --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/UnitBorder.h"
#include "analysis/SyncEffects.h"
#include "passes/FalseAttributes.h"
#include "passes/RuntimeCallees.h"
#include "passes/Twins.h"
#include "warpsan/module_info.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace warpsan {
namespace {

/// A function with the type of a twin and no body yet.
Function *createBorder(const Function &original, FunctionType *type,
                       GlobalValue::LinkageTypes linkage, Module &module) {
  Function *border = Function::Create(type, linkage, abi::TwinPrefix + original.getName(), module);
  border->copyAttributesFrom(&original);
  border->setVisibility(GlobalValue::DefaultVisibility);
  stripFalseAttributes(*border);
  BasicBlock::Create(module.getContext(), "entry", border);
  return border;
}

/// The first arguments of the border are those of the call; how they travel
/// (byval, sret) is said by the callee.
CallInst *forward(IRBuilder<> &builder, Function &callee, unsigned count) {
  Function *border = builder.GetInsertBlock()->getParent();
  SmallVector<Value *, 8> arguments;
  for (unsigned i = 0; i < count; ++i)
    arguments.push_back(border->getArg(i));
  CallInst *call = builder.CreateCall(&callee, arguments);
  call->setCallingConv(callee.getCallingConv());
  for (unsigned i = 0; i < count; ++i)
    for (Attribute attribute : callee.getAttributes().getParamAttrs(i))
      call->addParamAttr(i, attribute);
  return call;
}

void emitReturn(IRBuilder<> &builder, CallInst *call) {
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

bool mayCrossBorder(const Function &function) {
  return !function.isIntrinsic() && !function.isVarArg() && !isKernel(function) &&
         !isTwinName(function.getName()) && !isKnownFunction(function.getName());
}

} // namespace

Constant *unitBases(Module &module) {
  GlobalVariable *variable = module.getGlobalVariable(abi::UnitBasesSymbol, /*AllowInternal=*/true);
  if (!variable) {
    auto *type = ArrayType::get(Type::getInt32Ty(module.getContext()), 2);
    static_assert(sizeof(abi::UnitBases) == 2 * sizeof(uint32_t));
    variable = new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::InternalLinkage,
                                  ConstantAggregateZero::get(type), abi::UnitBasesSymbol, nullptr,
                                  GlobalValue::NotThreadLocal, NVPTXAS::ADDRESS_SPACE_GLOBAL,
                                  /*isExternallyInitialized=*/true);
  }
  return ConstantExpr::getAddrSpaceCast(variable, PointerType::get(module.getContext(), 0));
}

/// Inline functions and templates have a body in every unit that calls them. Of
/// other weak functions the linker takes any, whose sites would be unknown.
bool isExported(const Function &function) {
  return !function.isDeclaration() && function.hasExternalLinkage() && mayCrossBorder(function);
}

bool isImported(const Function &function) {
  return function.isDeclaration() && mayCrossBorder(function);
}

void exportTwin(const Function &original, Function &twin) {
  Module &module = *twin.getParent();
  Function *border = createBorder(original, twin.getFunctionType(), original.getLinkage(), module);
  IRBuilder<> builder(&border->getEntryBlock());
  RuntimeCallees runtime(module);
  const unsigned context = twin.arg_size() - 1;
  Value *caller = builder.CreateCall(runtime.get(Entry::unit_enter),
                                     {border->getArg(context), unitBases(module)});
  CallInst *call = forward(builder, twin, twin.arg_size());
  builder.CreateCall(runtime.get(Entry::unit_leave), {border->getArg(context), caller});
  emitReturn(builder, call);
}

Function *importTwin(Function &original) {
  Module &module = *original.getParent();
  if (Function *known = module.getFunction((abi::TwinPrefix + original.getName()).str()))
    return known;
  Function *border =
      createBorder(original, twinType(original), GlobalValue::WeakAnyLinkage, module);
  IRBuilder<> builder(&border->getEntryBlock());
  Value *reason = builder.getInt32(uint32_t(abi::Reason::ExternalCall));
  builder.CreateCall(RuntimeCallees(module).get(Entry::unknown_code),
                     {border->getArg(original.arg_size()), reason});
  emitReturn(builder, forward(builder, original, original.arg_size()));
  return border;
}

} // namespace warpsan
