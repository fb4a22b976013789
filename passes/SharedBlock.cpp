//===- SharedBlock.cpp - Static shared memory of a kernel as one -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/SharedBlock.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral BlockPrefix = "__warpsan_shared_";
/// Copies are aligned so, too.
constexpr Align LeastAlignment = Align::Constant<16>();

bool isShared(const GlobalVariable &variable) {
  return variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
}

void collect(const Value &value, SmallPtrSetImpl<const Value *> &seen,
             SmallPtrSetImpl<const GlobalVariable *> &named) {
  auto *constant = dyn_cast<Constant>(&value);
  if (!constant || isa<Function>(constant) || !seen.insert(constant).second)
    return;
  if (auto *variable = dyn_cast<GlobalVariable>(constant)) {
    if (isShared(*variable))
      named.insert(variable);
    return;
  }
  for (const Value *operand : constant->operand_values())
    collect(*operand, seen, named);
}

/// Where each variable lies in the block, and how large that is.
struct Layout {
  SmallVector<uint64_t, 4> offsets;
  uint64_t bytes = 0;
  Align alignment = LeastAlignment;
};

Layout layOut(ArrayRef<GlobalVariable *> variables) {
  Layout layout;
  for (const GlobalVariable *variable : variables) {
    const DataLayout &data = variable->getDataLayout();
    const Align alignment =
        variable->getAlign().value_or(data.getABITypeAlign(variable->getValueType()));
    layout.alignment = std::max(layout.alignment, alignment);
    layout.bytes = alignTo(layout.bytes, alignment);
    layout.offsets.push_back(layout.bytes);
    layout.bytes += data.getTypeAllocSize(variable->getValueType());
  }
  layout.bytes = alignTo(layout.bytes, LeastAlignment);
  return layout;
}

} // namespace

SharedVariables sharedVariablesOf(Function &kernel) {
  SmallPtrSet<const Value *, 32> seen;
  SmallPtrSet<const GlobalVariable *, 8> named;
  for (const Instruction &instruction : instructions(kernel))
    for (const Value *operand : instruction.operand_values())
      collect(*operand, seen, named);
  SharedVariables found;
  for (GlobalVariable &variable : kernel.getParent()->globals()) {
    if (!named.contains(&variable))
      continue;
    if (variable.isDeclaration())
      found.dynamic = &variable;
    else
      found.fixed.push_back(&variable);
  }
  return found;
}

SharedBlock joinVariables(Function &twin, ArrayRef<GlobalVariable *> variables) {
  if (variables.empty())
    return {};
  const Layout layout = layOut(variables);
  Module &module = *twin.getParent();
  Type *byte = Type::getInt8Ty(module.getContext());
  Type *type = ArrayType::get(byte, layout.bytes);
  auto *block = new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::InternalLinkage,
                                   UndefValue::get(type), BlockPrefix + twin.getName(), nullptr,
                                   GlobalValue::NotThreadLocal, NVPTXAS::ADDRESS_SPACE_SHARED);
  block->setAlignment(layout.alignment);
  SmallVector<Constant *, 4> constants(variables.begin(), variables.end());
  convertUsersOfConstantsToInstructions(constants, &twin);
  for (auto [variable, offset] : zip(variables, layout.offsets)) {
    Constant *place = ConstantExpr::getGetElementPtr(
        byte, block, ConstantInt::get(Type::getInt64Ty(module.getContext()), offset));
    variable->replaceUsesWithIf(place, [&](const Use &use) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      return user && user->getFunction() == &twin;
    });
  }
  return {block, layout.bytes};
}

bool isSharedBlock(const GlobalVariable &variable) {
  return variable.getName().starts_with(BlockPrefix);
}

} // namespace warpsan
