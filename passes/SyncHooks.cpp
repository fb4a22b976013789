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
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warpsan {

bool isReadHook(const CallBase &call) {
  return isCallOf(call, Entry::strong_read) || isCallOf(call, Entry::exchange_end);
}

bool isWriteHook(const CallBase &call) {
  return isCallOf(call, Entry::strong_write) || isCallOf(call, Entry::exchange_begin);
}

namespace {

/// Parameters of the hooks.
enum HookArgument : unsigned {
  HookContext,
  HookAddress,
  HookScope,
  HookFlags,
  HookTicket, ///< of exchange_end
  HookChanged
};

CallInst *hookOf(Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && (isReadHook(*call) || isWriteHook(*call)) ? call : nullptr;
}

uint64_t flagsOf(const CallInst &hook) {
  return cast<ConstantInt>(hook.getArgOperand(HookFlags))->getZExtValue();
}

bool isOfOneThread(ObjectKind object) {
  return object == ObjectKind::Stack || object == ObjectKind::Local ||
         object == ObjectKind::Constant || object == ObjectKind::Parameter;
}

/// The access stands right before its hook, but for what tells whether it changed
/// the word.
Instruction *readOf(CallInst &hook) {
  Instruction *read = hook.getPrevNode();
  if (isCallOf(hook, Entry::exchange_end))
    while (read && !read->mayReadOrWriteMemory())
      read = read->getPrevNode();
  return read;
}

/// Only its hook wants to know.
bool isUsedByHook(const Instruction &value) {
  return all_of(value.users(), [](const User *user) {
    auto *call = dyn_cast<CallInst>(user);
    return call ? isCallOf(*call, Entry::exchange_end)
                : isa<CmpInst, CastInst>(user) && isUsedByHook(*cast<Instruction>(user));
  });
}

/// A reduction, as the hardware sees it: it observes nothing.
bool isUnused(const Instruction *read) {
  return isa_and_nonnull<AtomicRMWInst>(read) && isUsedByHook(*read);
}

bool isStoreTo(Instruction &instruction, const Value *address) {
  CallInst *hook = hookOf(instruction);
  return hook && isWriteHook(*hook) &&
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
  return before && isWriteHook(*before);
}

/// A read in a loop that ends on its value. A compare-and-swap takes a lock.
bool isPoll(CallInst &hook, const LoopInfo &loops) {
  Instruction *read = readOf(hook);
  if (!read || (flagsOf(hook) & abi::SyncCompare))
    return false;
  if (isUpdate(*read) && isWrittenLater(hook, loops))
    return false;
  return isPollingRead(*read, loops);
}

/// Nobody else can reach the memory, or tell that the access was there.
bool isUseless(CallInst &hook) {
  if (isOfOneThread(objectOf(hook.getArgOperand(HookAddress))))
    return true;
  return isReadHook(hook) ? isUnused(readOf(hook)) : keepsValue(*hook.getNextNode());
}

void addFlag(CallInst &hook, uint32_t flag) {
  Type *type = hook.getArgOperand(HookFlags)->getType();
  hook.setArgOperand(HookFlags, ConstantInt::get(type, flagsOf(hook) | flag));
}

/// Values that a lock has; other compare-and-swaps in a loop compute something.
bool swapsLiterals(const Instruction &read) {
  if (auto *swap = dyn_cast<AtomicCmpXchgInst>(&read))
    return isa<Constant>(swap->getCompareOperand()) && isa<Constant>(swap->getNewValOperand());
  if (auto *update = dyn_cast<AtomicRMWInst>(&read))
    return isa<Constant>(update->getValOperand());
  auto *call = dyn_cast<CallInst>(&read);
  return call &&
         all_of(drop_begin(call->args()), [](const Use &each) { return isa<Constant>(each); });
}

/// Marks polls. True for one that waits for other blocks.
bool settleRead(CallInst &hook, Poll poll, const LoopInfo &loops) {
  if (!isPoll(hook, loops))
    return false;
  addFlag(hook, poll == Poll::Strict ? abi::SyncStrictPoll : abi::SyncPoll);
  const Value *address = hook.getArgOperand(HookAddress);
  return objectOf(address) != ObjectKind::Shared && isSpinningRead(*readOf(hook), *address, loops);
}

void erase(CallInst &hook) {
  auto *changed = isCallOf(hook, Entry::exchange_end)
                      ? dyn_cast<Instruction>(hook.getArgOperand(HookChanged))
                      : nullptr;
  if (!hook.use_empty())
    hook.replaceAllUsesWith(Constant::getNullValue(hook.getType()));
  hook.eraseFromParent();
  if (changed)
    RecursivelyDeleteTriviallyDeadInstructions(changed);
}

/// An exchange that observes nothing only writes.
void settleExchange(CallInst &end) {
  auto *begin = cast<CallInst>(end.getArgOperand(HookTicket));
  SmallVector<Value *, 4> arguments(begin->arg_begin(), begin->arg_end());
  RuntimeCallees runtime(*begin->getModule());
  IRBuilder<>(begin).CreateCall(runtime.get(Entry::strong_write), arguments);
  erase(end);
  erase(*begin);
}

/// Whether an exchange changed the word, as a number; null: not known.
Value *changes(const MemoryAccess &access, IRBuilder<> &builder) {
  Value *old = access.instruction;
  const bool isCompare = access.order & abi::SyncCompare;
  if (!access.desired || (isCompare && !access.expected))
    return nullptr;
  if (isa<AtomicCmpXchgInst>(old))
    old = builder.CreateExtractValue(old, 0);
  Type *type = old->getType();
  if (!(type->isIntegerTy() || type->isPointerTy()) || access.desired->getType() != type)
    return nullptr;
  Value *changed = builder.CreateICmpNE(access.desired, isCompare ? access.expected : old);
  if (isCompare)
    changed = builder.CreateAnd(builder.CreateICmpEQ(old, access.expected), changed);
  return builder.CreateZExt(changed, builder.getInt32Ty());
}

using HookArguments = SmallVector<Value *, 6>;

void placeBehind(IRBuilder<> &builder, Instruction &instruction) {
  builder.SetInsertPoint(instruction.getNextNode());
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
}

/// False if it is not known whether the word changes.
bool placeExchangeHooks(const MemoryAccess &access, HookArguments arguments) {
  IRBuilder<> builder(access.instruction->getContext());
  placeBehind(builder, *access.instruction);
  Value *changed = changes(access, builder);
  if (!changed)
    return false;
  RuntimeCallees runtime(*access.instruction->getModule());
  IRBuilder<> before(access.instruction);
  arguments.append({before.CreateCall(runtime.get(Entry::exchange_begin), arguments), changed});
  builder.CreateCall(runtime.get(Entry::exchange_end), arguments);
  return true;
}

} // namespace

void placeSyncHooks(const MemoryAccess &access, Value *context, Value *address) {
  RuntimeCallees runtime(*access.instruction->getModule());
  IRBuilder<> builder(access.instruction);
  const abi::Scope scope = access.isStrong() ? access.scope : abi::Scope::System;
  const HookArguments arguments{context, address, builder.getInt32(uint32_t(scope)),
                                builder.getInt32(access.order)};
  if (placeExchangeHooks(access, arguments))
    return;
  if (access.writes())
    builder.CreateCall(runtime.get(Entry::strong_write), arguments);
  if (!access.reads() || !access.observes)
    return;
  placeBehind(builder, *access.instruction);
  builder.CreateCall(runtime.get(Entry::strong_read), arguments);
}

bool settleSyncHooks(Function &twin, Poll poll, FunctionAnalysisManager &analyses) {
  SmallVector<CallInst *, 8> silent, useless, needed;
  for (Instruction &instruction : instructions(twin))
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && isCallOf(*call, Entry::exchange_end) && isUnused(readOf(*call)))
      silent.push_back(call);
  for (CallInst *end : silent)
    settleExchange(*end);
  for (Instruction &instruction : instructions(twin))
    if (CallInst *hook = hookOf(instruction))
      (isUseless(*hook) ? useless : needed).push_back(hook);
  // First: what is left tells updates from reads by another name.
  for (CallInst *hook : useless)
    erase(*hook);
  bool spins = false;
  for (CallInst *hook : needed)
    if (isReadHook(*hook))
      spins |= settleRead(*hook, poll, analyses.getResult<LoopAnalysis>(twin));
  return spins;
}

bool isWait(CallInst &hook, const LoopInfo &loops) {
  if (flagsOf(hook) & (abi::SyncPoll | abi::SyncStrictPoll))
    return true;
  const Instruction *read = readOf(hook);
  return (flagsOf(hook) & abi::SyncLock) && read && swapsLiterals(*read) &&
         isPollingRead(*read, loops);
}

void removeSyncHooks(Function &twin) {
  SmallVector<CallInst *, 8> hooks;
  for (Instruction &instruction : instructions(twin))
    if (CallInst *hook = hookOf(instruction))
      hooks.push_back(hook);
  for (CallInst *hook : hooks)
    erase(*hook);
}

} // namespace warpsan
