//===- SharedObjects.cpp - Shared arrays that only a kernel names ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/SharedObjects.h"
#include "analysis/LibdeviceCall.h"
#include "analysis/SyncEffects.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Uses the pointer as the address of an access, which has a check, or not at all.
bool isAddress(const Use &use) {
  const User *user = use.getUser();
  if (isa<LoadInst, ICmpInst>(user))
    return true;
  if (isa<StoreInst>(user))
    return use.getOperandNo() == StoreInst::getPointerOperandIndex();
  if (isa<AtomicRMWInst>(user))
    return use.getOperandNo() == AtomicRMWInst::getPointerOperandIndex();
  if (isa<AtomicCmpXchgInst>(user))
    return use.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex();
  auto *call = dyn_cast<CallBase>(user);
  return call && (isRuntimeCall(*call) || isKnownLibdevice(*call) ||
                  isa<MemIntrinsic, LifetimeIntrinsic>(call));
}

/// Its value points into what its operand points into.
bool isDerivation(const User &user) {
  return isa<GEPOperator, AddrSpaceCastOperator, BitCastOperator, PHINode, SelectInst>(user);
}

} // namespace

bool SharedObjects::follow(const Value &pointer, const Function &kernel, Derived &derived) const {
  if (!derived.insert(&pointer).second)
    return true;
  return all_of(pointer.uses(), [&](const Use &use) {
    const User *user = use.getUser();
    if (auto *instruction = dyn_cast<Instruction>(user))
      if (instruction->getFunction() != &kernel)
        return true; // runs in other launches
    return isDerivation(*user) ? follow(*user, kernel, derived)
                               : isa<Instruction>(user) && isAddress(use);
  });
}

SharedObjects::SharedObjects(const Function &kernel) {
  const GlobalVariable *unsized = nullptr;
  SmallPtrSet<const GlobalVariable *, 4> overlaid;
  for (const GlobalVariable &variable : kernel.getParent()->globals()) {
    if (variable.getAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED)
      continue;
    Derived derived;
    const bool isClosed = follow(variable, kernel, derived);
    const bool isNamed = any_of(derived, [&](const Value *value) {
      return any_of(value->users(), [&](const User *user) {
        auto *instruction = dyn_cast<Instruction>(user);
        return instruction && instruction->getFunction() == &kernel;
      });
    });
    if (isNamed && !variable.hasInitializer()) {
      if (unsized)
        overlaid.insert({unsized, &variable});
      unsized = &variable;
    }
    if (isNamed && isClosed)
      uses.insert({&variable, std::move(derived)});
  }
  uses.remove_if([&](const auto &row) { return overlaid.contains(row.first); });
}

void SharedObjects::forgetObjectsOf(const Value &pointer) {
  uses.remove_if([&](const auto &row) { return row.second.contains(&pointer); });
}

} // namespace warpsan
