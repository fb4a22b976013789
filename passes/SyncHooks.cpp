//===- SyncHooks.cpp - Strong accesses as synchronisation ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/SyncHooks.h"
#include "analysis/Provenance.h"
#include "passes/PollingLoads.h"
#include "passes/RuntimeCallees.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Parameters of the hooks.
enum HookArgument : unsigned { HookContext, HookAddress, HookScope, HookFlags };

CallInst *hookOf(Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const bool isHook =
      call && (isCallOf(*call, Entry::strong_read) || isCallOf(*call, Entry::strong_write));
  return isHook ? call : nullptr;
}

bool isOfOneThread(ObjectKind object) {
  return object == ObjectKind::Stack || object == ObjectKind::Local ||
         object == ObjectKind::Constant || object == ObjectKind::Parameter;
}

/// The access stands right before its hook.
Instruction *readOf(CallInst &hook) { return hook.getPrevNode(); }

/// A reduction, as the hardware sees it: it observes nothing.
bool isUnused(const Instruction *read) {
  return isa_and_nonnull<AtomicRMWInst>(read) && read->use_empty();
}

bool isStoreTo(Instruction &instruction, const Value *address) {
  CallInst *hook = hookOf(instruction);
  return hook && isCallOf(*hook, Entry::strong_write) &&
         hook->getArgOperand(HookAddress)->stripPointerCasts() == address;
}

/// Another strong write to the same word, later: a lock that is given back, not
/// a flag that is consumed.
bool isWrittenLater(CallInst &hook, const LoopInfo &loops) {
  const Value *address = hook.getArgOperand(HookAddress)->stripPointerCasts();
  const Instruction *own = readOf(hook)->getPrevNode();
  for (Instruction &instruction : instructions(*hook.getFunction()))
    if (&instruction != own && isStoreTo(instruction, address) &&
        isPotentiallyReachable(&hook, &instruction, nullptr, nullptr, &loops))
      return true;
  return false;
}

/// atomicAdd(&word, 0): a read by another name.
bool keepsValue(const Instruction &update) {
  const auto isZero = [](const Value *operand) {
    auto *constant = dyn_cast<ConstantInt>(operand);
    return constant && constant->isZero();
  };
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&update)) {
    const AtomicRMWInst::BinOp operation = atomic->getOperation();
    return isZero(atomic->getValOperand()) &&
           (operation == AtomicRMWInst::Add || operation == AtomicRMWInst::Sub ||
            operation == AtomicRMWInst::Or || operation == AtomicRMWInst::Xor);
  }
  auto *call = dyn_cast<CallInst>(&update);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with("llvm.nvvm.atomic.") &&
         (callee->getName().contains(".add.") || callee->getName().contains(".or.") ||
          callee->getName().contains(".xor.")) &&
         isZero(call->getArgOperand(1));
}

/// It has both hooks: it writes, and not what was there.
bool isUpdate(const Instruction &read) {
  auto *before = dyn_cast_or_null<CallInst>(read.getPrevNode());
  return before && isCallOf(*before, Entry::strong_write);
}

/// A read in a loop that ends on its value. A compare-and-swap takes a lock.
bool isPoll(CallInst &hook, const LoopInfo &loops) {
  Instruction *read = readOf(hook);
  const uint64_t flags = cast<ConstantInt>(hook.getArgOperand(HookFlags))->getZExtValue();
  if (!read || (flags & abi::SyncCompare))
    return false;
  if (isUpdate(*read) && isWrittenLater(hook, loops))
    return false;
  return isPollingRead(*read, loops);
}

/// Nobody else can reach the memory, or tell that the access was there.
bool isUseless(CallInst &hook) {
  if (isOfOneThread(objectOf(hook.getArgOperand(HookAddress))))
    return true;
  return isCallOf(hook, Entry::strong_read) ? isUnused(readOf(hook))
                                            : keepsValue(*hook.getNextNode());
}

void addFlag(CallInst &hook, uint32_t flag) {
  auto *flags = cast<ConstantInt>(hook.getArgOperand(HookFlags));
  hook.setArgOperand(HookFlags, ConstantInt::get(flags->getType(), flags->getZExtValue() | flag));
}

/// Marks polls. True for one that waits for other blocks.
bool settleRead(CallInst &hook, const LoopInfo &loops) {
  if (!isPoll(hook, loops))
    return false;
  addFlag(hook, abi::SyncPoll);
  const Value *address = hook.getArgOperand(HookAddress);
  return objectOf(address) != ObjectKind::Shared && isSpinningRead(*readOf(hook), *address, loops);
}

} // namespace

void placeSyncHooks(const MemoryAccess &access, Value *context, Value *address) {
  Instruction *instruction = access.instruction;
  RuntimeCallees runtime(*instruction->getModule());
  IRBuilder<> builder(instruction);
  const abi::Scope scope = access.isStrong() ? access.scope : abi::Scope::System;
  Value *arguments[] = {context, address, builder.getInt32(uint32_t(scope)),
                        builder.getInt32(access.order)};
  if (access.writes())
    builder.CreateCall(runtime.get(Entry::strong_write), arguments);
  if (!access.reads() || !access.observes)
    return;
  builder.SetInsertPoint(instruction->getNextNode());
  builder.SetCurrentDebugLocation(instruction->getDebugLoc());
  builder.CreateCall(runtime.get(Entry::strong_read), arguments);
}

bool settleSyncHooks(Function &twin, bool keep, FunctionAnalysisManager &analyses) {
  SmallVector<CallInst *, 8> useless, needed;
  for (Instruction &instruction : instructions(twin))
    if (CallInst *hook = hookOf(instruction))
      (isUseless(*hook) ? useless : needed).push_back(hook);
  // First: what is left tells updates from reads by another name.
  for (CallInst *hook : useless)
    hook->eraseFromParent();
  bool spins = false;
  for (CallInst *hook : needed)
    if (isCallOf(*hook, Entry::strong_read))
      spins |= settleRead(*hook, analyses.getResult<LoopAnalysis>(twin));
  if (!keep)
    for (CallInst *hook : needed)
      hook->eraseFromParent();
  return spins;
}

} // namespace warpsan
