//===- ParameterFields.cpp - What the host hands to a kernel ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/ParameterFields.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warpsan {
namespace {

enum class Use : uint8_t { Read, Address, Other };

Use usageOf(const llvm::Use &use) {
  const User *user = use.getUser();
  if (isa<LoadInst>(user))
    return Use::Read;
  if (isa<GEPOperator, AddrSpaceCastOperator, PHINode, SelectInst>(user))
    return Use::Address;
  auto *call = dyn_cast<CallBase>(user);
  if (!call || !call->isArgOperand(&use))
    return Use::Other;
  const unsigned number = call->getArgOperandNo(&use);
  const bool isSource = isa<AnyMemTransferInst>(call) && number == 1;
  return isSource || call->isByValArgument(number) ? Use::Read : Use::Other;
}

bool isOnlyRead(const Argument &parameter) {
  SmallVector<const Value *, 8> work{&parameter};
  SmallPtrSet<const Value *, 8> seen;
  while (!work.empty()) {
    const Value *pointer = work.pop_back_val();
    if (!seen.insert(pointer).second)
      continue;
    for (const llvm::Use &use : pointer->uses()) {
      const Use usage = usageOf(use);
      if (usage == Use::Other)
        return false;
      if (usage == Use::Address)
        work.push_back(use.getUser());
    }
  }
  return true;
}

} // namespace

ParameterFields::ParameterFields(const Function &kernel) {
  for (const Argument &parameter : kernel.args())
    if (parameter.hasByValAttr() && isOnlyRead(parameter))
      readOnly.insert(&parameter);
}

std::optional<ParameterField> ParameterFields::find(const LoadInst &load) const {
  if (!load.isSimple())
    return std::nullopt;
  const DataLayout &layout = load.getDataLayout();
  const Value *pointer = load.getPointerOperand();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  auto *parameter = dyn_cast<Argument>(
      pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (!parameter || !readOnly.contains(parameter))
    return std::nullopt;
  const uint64_t size = layout.getTypeAllocSize(parameter->getParamByValType());
  const uint64_t bytes = layout.getTypeStoreSize(load.getType());
  if (offset.isNegative() || bytes > size || offset.ugt(size - bytes))
    return std::nullopt;
  return ParameterField{parameter->getArgNo(), uint32_t(offset.getZExtValue())};
}

std::optional<ParameterField> ParameterFields::find(const Value &value) const {
  if (!value.getType()->isIntegerTy() && !value.getType()->isPointerTy())
    return std::nullopt;
  if (auto *load = dyn_cast<LoadInst>(&value))
    return find(*load);
  auto *parameter = dyn_cast<Argument>(&value);
  if (!parameter || parameter->hasByValAttr())
    return std::nullopt;
  return ParameterField{parameter->getArgNo(), 0};
}

} // namespace warpsan
