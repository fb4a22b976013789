//===- AccessRoots.cpp - Where the pointers of a kernel come from ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/AccessRoots.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace warpsan {
namespace {

bool mayBeGlobal(const Value &pointer) {
  const unsigned space = pointer.getType()->getPointerAddressSpace();
  return space == NVPTXAS::ADDRESS_SPACE_GENERIC || space == NVPTXAS::ADDRESS_SPACE_GLOBAL;
}

/// An object that is not memory a launch's threads share and write.
bool isOther(const Value &object) {
  if (auto *variable = dyn_cast<GlobalVariable>(&object))
    return variable->isConstant();
  auto *parameter = dyn_cast<Argument>(&object);
  return isa<AllocaInst, Function>(object) || (parameter && parameter->hasByValAttr());
}

/// What the pointer is computed from; false if from nothing that is known.
bool addSources(const Value &pointer, SmallVectorImpl<const Value *> &work) {
  if (auto *gep = dyn_cast<GEPOperator>(&pointer))
    work.push_back(gep->getPointerOperand());
  else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&pointer))
    work.push_back(cast->getPointerOperand());
  else if (auto *phi = dyn_cast<PHINode>(&pointer))
    append_range(work, phi->incoming_values());
  else if (auto *select = dyn_cast<SelectInst>(&pointer))
    work.append({select->getTrueValue(), select->getFalseValue()});
  else
    return false;
  return true;
}

} // namespace

std::optional<AccessRoot> rootOf(const Value &pointer, const ParameterFields &fields) {
  if (!pointer.getType()->isPointerTy() || !mayBeGlobal(pointer) || isOther(pointer))
    return std::nullopt;
  if (auto *variable = dyn_cast<GlobalVariable>(&pointer))
    return AccessRoot{variable, {}};
  if (std::optional<ParameterField> field = fields.find(pointer))
    return AccessRoot{nullptr, *field};
  return std::nullopt;
}

AccessRoots findRoots(const Value &pointer, const ParameterFields &fields) {
  AccessRoots result;
  SmallVector<const Value *, 8> work{&pointer};
  SmallPtrSet<const Value *, 8> seen;
  constexpr unsigned MaxSteps = 64;
  while (!work.empty()) {
    const Value &next = *work.pop_back_val();
    // Nothing is accessed through these.
    if (isa<ConstantPointerNull, UndefValue>(next) || !seen.insert(&next).second)
      continue;
    if (seen.size() > MaxSteps) {
      result.isOpen = true;
      break;
    }
    if (!mayBeGlobal(next) || isOther(next))
      result.isElsewhere = true;
    else if (std::optional<AccessRoot> root = rootOf(next, fields)) {
      if (!is_contained(result.roots, *root))
        result.roots.push_back(*root);
    } else if (!addSources(next, work)) {
      result.isOpen = true;
    }
  }
  return result;
}

} // namespace warpsan
