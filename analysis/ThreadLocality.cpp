//===- ThreadLocality.cpp - Shared arrays used as one element each ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/ThreadLocality.h"
#include "analysis/ThreadIndexing.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace warpsan {

bool ThreadPrivateArrays::contains(const Value *pointer) {
  auto *array = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer));
  if (!array || array->getAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED)
    return false;
  auto [row, isNew] = known.try_emplace(array, false);
  if (isNew)
    row->second = isPrivate(*array);
  return row->second;
}

bool ThreadPrivateArrays::isPrivate(const GlobalVariable &array) {
  std::optional<Shape> shape;
  return array.hasLocalLinkage() && !array.isDeclaration() && usesFit(array, shape);
}

bool ThreadPrivateArrays::usesFit(const Value &pointer, std::optional<Shape> &shape) const {
  return all_of(pointer.uses(), [&](const Use &use) { return useFits(use, shape); });
}

bool ThreadPrivateArrays::useFits(const Use &use, std::optional<Shape> &shape) const {
  const User *user = use.getUser();
  if (auto *instruction = dyn_cast<Instruction>(user))
    if (!code.runs(*instruction->getFunction()))
      return true;
  if (isa<GEPOperator, AddrSpaceCastOperator>(user))
    return usesFit(*user, shape);
  const DataLayout *layout = nullptr;
  if (auto *load = dyn_cast<LoadInst>(user)) {
    layout = &load->getDataLayout();
    return accessFits(*use.get(), layout->getTypeStoreSize(load->getType()), shape);
  }
  if (auto *store = dyn_cast<StoreInst>(user)) {
    layout = &store->getDataLayout();
    return use.getOperandNo() == StoreInst::getPointerOperandIndex() &&
           accessFits(*use.get(), layout->getTypeStoreSize(store->getValueOperand()->getType()),
                      shape);
  }
  auto *call = dyn_cast<CallBase>(user);
  std::optional<uint64_t> size = call ? code.sizeOfCheck(*call) : std::nullopt;
  return size && accessFits(*use.get(), *size, shape);
}

bool ThreadPrivateArrays::accessFits(const Value &pointer, uint64_t size,
                                     std::optional<Shape> &shape) const {
  const auto *array = dyn_cast<GlobalVariable>(getUnderlyingObject(&pointer));
  std::optional<ThreadAddress> address =
      array ? threadAddress(&pointer, array->getDataLayout()) : std::nullopt;
  std::optional<int64_t> element = address ? address->element(size) : std::nullopt;
  if (!element)
    return false;
  if (!shape)
    shape = Shape{address->stride, *element};
  return shape->stride == address->stride && shape->element == *element;
}

} // namespace warpsan
