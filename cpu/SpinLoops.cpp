//===- SpinLoops.cpp - Loops that wait for memory to change ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a thread in such a loop is the loop-carried values and memory.
// So `spin(same)` at the end of an iteration says whether the former are what
// they were, and `stop_spinning(changed)` behind an atomic whether it wrote
// another value than was there. Whatever is not understood counts as a change,
// and then the loop is only slow to be noticed, see docs/limits.md.
//===----------------------------------------------------------------------===//
#include "cpu/SpinLoops.h"

#include "cpu/DeviceModule.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warpsan::cpu {

namespace {

bool isRuntime(const Instruction &instruction) { return instruction.hasMetadata(RuntimeMetadata); }

bool isSleep(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == "nvvm.nanosleep";
}

/// Where the program may be switched, see YieldPoints.
bool isPolling(const Instruction &instruction) {
  return !isRuntime(instruction) && (instruction.isAtomic() || instruction.isVolatile());
}

bool isHarmlessCall(const CallBase &call) {
  if (isRuntime(call) || isa<LifetimeIntrinsic>(call))
    return true;
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  const StringRef name = callee->getName();
  // Clocks count on, and other calls of the library wait or write.
  constexpr StringLiteral Harmless[] = {"nvvm.read.ptx.sreg.tid.",
                                        "nvvm.read.ptx.sreg.ntid.",
                                        "nvvm.read.ptx.sreg.ctaid.",
                                        "nvvm.membar.",
                                        "nvvm.read.ptx.sreg.nctaid.",
                                        "nvvm.nanosleep",
                                        "nvvm.fence.",
                                        "__warpsan_cpu_yield",
                                        "nvvm.isspacep.",
                                        "__warpsan_shared_base",
                                        "__warpsan_cpu_set_position",
                                        "__warpsan_access"};
  return any_of(Harmless, [&](StringRef prefix) { return name.starts_with(prefix); }) ||
         (callee->isIntrinsic() && !call.mayHaveSideEffects());
}

/// What a store or memory intrinsic writes to, if it is nothing else.
const Value *written(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getPointerOperand();
  if (auto *intrinsic = dyn_cast<MemIntrinsic>(&instruction))
    return intrinsic->getRawDest();
  return nullptr;
}

/// Variables whose life starts in each iteration: they carry nothing on. Most
/// are those of inlined checks.
SmallPtrSet<const Value *, 8> iterationLocals(const Loop &loop) {
  SmallPtrSet<const Value *, 8> locals;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (auto *start = dyn_cast<LifetimeIntrinsic>(&instruction);
          start && start->getIntrinsicID() == Intrinsic::lifetime_start)
        locals.insert(start->getArgOperand(0));
  return locals;
}

/// Nothing but reads of memory, and atomics whose effect can be seen.
bool isHarmless(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return isHarmlessCall(*call);
  return isRuntime(instruction) || !instruction.mayWriteToMemory() || isa<FenceInst>(instruction) ||
         isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction);
}

bool isComparable(const PHINode &phi) {
  return phi.getType()->isIntegerTy() || phi.getType()->isPointerTy();
}

/// A loop without a yield point gets one, which only pays where nothing but
/// memory can end it. None may get into the detector's own loops.
bool isPlainPoll(const Loop &loop) {
  if (!loop.getHeader()->phis().empty())
    return false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (isRuntime(instruction))
        return false;
  return true;
}

class LoopMarker {
public:
  LoopMarker(DeviceModule &deviceModule, const Loop &spinLoop)
      : device(deviceModule), loop(spinLoop) {}

  bool isSpinLoop();
  void mark();

private:
  void markChange(Instruction &atomic);
  Value *wasChanged(IRBuilder<> &builder, Instruction &atomic);
  void markLatch(BasicBlock &latch);
  void stopSpinning(IRBuilder<> &builder, Value *changed);

  DeviceModule &device;
  const Loop &loop;
  const Instruction *poll = nullptr; ///< the first one; else the first sleep
};

bool LoopMarker::isSpinLoop() {
  const SmallPtrSet<const Value *, 8> locals = iterationLocals(loop);
  const Instruction *sleep = nullptr;
  bool hasRuntime = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const Value *target = written(instruction);
      if (!isHarmless(instruction) && !(target && locals.contains(getUnderlyingObject(target))))
        return false;
      if (!poll && isPolling(instruction))
        poll = &instruction;
      if (isSleep(instruction))
        sleep = &instruction;
      hasRuntime |= isRuntime(instruction);
    }
  // The detector sleeps where it waits for itself.
  if (!poll && !hasRuntime)
    poll = sleep;
  return all_of(loop.getHeader()->phis(), isComparable) && (poll || isPlainPoll(loop));
}

void LoopMarker::stopSpinning(IRBuilder<> &builder, Value *changed) {
  device.call(builder, "__warpsan_cpu_stop_spinning", builder.getVoidTy(), {changed});
}

Value *LoopMarker::wasChanged(IRBuilder<> &builder, Instruction &atomic) {
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&atomic))
    return builder.CreateAnd(
        builder.CreateExtractValue(exchange, 1),
        builder.CreateICmpNE(exchange->getCompareOperand(), exchange->getNewValOperand()));
  auto &update = cast<AtomicRMWInst>(atomic);
  Value *operand = update.getValOperand();
  if (!operand->getType()->isIntegerTy())
    return builder.getTrue();
  switch (update.getOperation()) {
  case AtomicRMWInst::Xchg:
    return builder.CreateICmpNE(&update, operand);
  case AtomicRMWInst::Or:
    return builder.CreateICmpNE(builder.CreateOr(&update, operand), &update);
  case AtomicRMWInst::And:
    return builder.CreateICmpNE(builder.CreateAnd(&update, operand), &update);
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Xor:
    return builder.CreateIsNotNull(operand);
  default:
    return builder.getTrue();
  }
}

void LoopMarker::markChange(Instruction &atomic) {
  IRBuilder<> builder(atomic.getNextNode());
  stopSpinning(builder, wasChanged(builder, atomic));
}

void LoopMarker::markLatch(BasicBlock &latch) {
  IRBuilder<> builder(latch.getTerminator());
  Value *same = builder.getTrue();
  for (PHINode &phi : loop.getHeader()->phis())
    same =
        builder.CreateAnd(same, builder.CreateICmpEQ(&phi, phi.getIncomingValueForBlock(&latch)));
  device.call(builder, "__warpsan_cpu_spin", builder.getVoidTy(), {same});
  if (!poll)
    device.callWaiting(builder, *latch.getTerminator(), "__warpsan_cpu_yield", builder.getVoidTy(),
                       {});
}

void LoopMarker::mark() {
  SmallVector<Instruction *> atomics;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction) && !isRuntime(instruction))
        atomics.push_back(&instruction);
  for (Instruction *atomic : atomics)
    markChange(*atomic);
  SmallVector<BasicBlock *> latches, exits;
  loop.getLoopLatches(latches);
  for (BasicBlock *latch : latches)
    markLatch(*latch);
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits) {
    IRBuilder<> builder(exit, exit->getFirstInsertionPt());
    stopSpinning(builder, builder.getTrue());
  }
}

/// Innermost first; a loop around a spin loop does more than spin.
bool markLoops(DeviceModule &device, const Loop &loop) {
  bool inner = false;
  for (const Loop *child : loop.getSubLoops())
    inner |= markLoops(device, *child);
  LoopMarker marker(device, loop);
  if (inner || !marker.isSpinLoop())
    return inner;
  marker.mark();
  return true;
}

} // namespace

void markSpinLoops(DeviceModule &device) {
  for (Function &function : device.module) {
    if (function.isDeclaration())
      continue;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    for (const Loop *loop : loops)
      markLoops(device, *loop);
  }
}

} // namespace warpsan::cpu
