//===- Provenance.cpp - What object a pointer points into ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Provenance.h"
#include "analysis/InlineAsmCall.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpsan {
namespace {

ObjectKind kindOfAddressSpace(unsigned space) {
  switch (space) {
  case NVPTXAS::ADDRESS_SPACE_GLOBAL:
    return ObjectKind::Global;
  case NVPTXAS::ADDRESS_SPACE_SHARED:
    return ObjectKind::Shared;
  case NVPTXAS::ADDRESS_SPACE_CONST:
    return ObjectKind::Constant;
  case NVPTXAS::ADDRESS_SPACE_LOCAL:
    return ObjectKind::Local;
  case NVPTXAS::ADDRESS_SPACE_PARAM:
    return ObjectKind::Parameter;
  default:
    return ObjectKind::Unknown;
  }
}

/// Address space named by a cast anywhere on the straight way to the object.
ObjectKind kindOfCasts(const Value *pointer) {
  for (;;) {
    ObjectKind kind = kindOfAddressSpace(pointer->getType()->getPointerAddressSpace());
    if (kind != ObjectKind::Unknown)
      return kind;
    if (auto *gep = dyn_cast<GEPOperator>(pointer))
      pointer = gep->getPointerOperand();
    else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(pointer))
      pointer = cast->getPointerOperand();
    else
      return ObjectKind::Unknown;
  }
}

/// Integers that come out of the system registers behind cooperative groups.
ObjectKind kindOfSystemAddress(const Value *value) {
  SmallVector<const Value *, 16> work{value};
  SmallPtrSet<const Value *, 16> seen;
  constexpr unsigned MaxSteps = 64;
  while (!work.empty() && seen.size() < MaxSteps) {
    const Value *next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    auto *instruction = dyn_cast<Instruction>(next);
    if (!instruction)
      continue;
    if (const InlineAsm *assembly = calledAssembly(*instruction)) {
      if (assembly->getAsmString().contains("envreg"))
        return ObjectKind::GridWorkspace;
      if (assembly->getAsmString().contains("reserved_smem"))
        return ObjectKind::ReservedShared;
    }
    if (auto *gep = dyn_cast<GetElementPtrInst>(instruction))
      work.push_back(gep->getPointerOperand());
    else if (isa<CastInst, BinaryOperator>(instruction))
      append_range(work, instruction->operand_values());
    else if (auto *extract = dyn_cast<ExtractValueInst>(instruction))
      if (const Value *inserted = FindInsertedValue(
              const_cast<Value *>(extract->getAggregateOperand()), extract->getIndices()))
        work.push_back(inserted);
  }
  return ObjectKind::Unknown;
}

ObjectKind kindOfObject(const Value *object) {
  if (isa<AllocaInst>(object))
    return ObjectKind::Stack;
  if (auto *variable = dyn_cast<GlobalVariable>(object))
    return variable->isConstant() ? ObjectKind::Constant
                                  : kindOfAddressSpace(variable->getAddressSpace());
  if (isa<Function>(object))
    return ObjectKind::Constant;
  if (auto *argument = dyn_cast<Argument>(object); argument && argument->hasByValAttr())
    return ObjectKind::Parameter;
  ObjectKind kind = kindOfCasts(object);
  return kind != ObjectKind::Unknown ? kind : kindOfSystemAddress(object);
}

} // namespace

ObjectKind objectOf(const Value *pointer) {
  if (!pointer->getType()->isPointerTy())
    return ObjectKind::Unknown;
  // A constant variable in the global space is more than "global".
  ObjectKind byCast = kindOfCasts(pointer);
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  std::optional<ObjectKind> common;
  for (const Value *object : objects) {
    ObjectKind kind = kindOfObject(object);
    if (common && *common != kind)
      return byCast;
    common = kind;
  }
  return common && *common != ObjectKind::Unknown ? *common : byCast;
}

bool isObviouslyPrivate(const Value *pointer) {
  const Value *object = pointer->stripInBoundsOffsets();
  if (auto *argument = dyn_cast<Argument>(object))
    return argument->hasByValAttr();
  return isa<AllocaInst>(object);
}

/// Bytes of the value that a mask `(255 or 65535) << f(address)` cuts out; 1 if
/// in doubt, which may miss a conflict but never invents one.
static uint64_t maskedBytes(Value *address) {
  auto *cast = dyn_cast<PtrToIntInst>(address);
  SmallVector<std::pair<Value *, unsigned>, 16> work{
      {cast ? cast->getPointerOperand() : address, 0}};
  SmallPtrSet<Value *, 16> seen;
  constexpr unsigned MaxDepth = 9;
  bool foundTwo = false;
  while (!work.empty()) {
    auto [value, depth] = work.pop_back_val();
    if (depth == MaxDepth || !seen.insert(value).second)
      continue;
    for (User *user : value->users()) {
      const APInt *mask;
      if (match(user, m_Shl(m_APInt(mask), m_Specific(value)))) {
        if (*mask == 0xff)
          return 1;
        foundTwo |= *mask == 0xffff;
      }
      if (isa<CastInst, BinaryOperator>(user))
        work.push_back({user, depth + 1});
    }
  }
  return foundTwo ? 2 : 1;
}

std::optional<SubWord> findSubWord(Value *wordPointer) {
  Value *address;
  const APInt *mask;
  if (!match(wordPointer, m_IntToPtr(m_And(m_Value(address), m_APInt(mask)))) &&
      !match(wordPointer, m_And(m_Value(address), m_APInt(mask))))
    return std::nullopt;
  if (mask->getSExtValue() != -4 && mask->getSExtValue() != -2)
    return std::nullopt;
  return SubWord{address, mask->getSExtValue() == -2 ? 1 : maskedBytes(address)};
}

} // namespace warpsan
