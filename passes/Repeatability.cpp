//===- Repeatability.cpp - Whether code may run twice ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Repeatability.h"
#include "analysis/LibdeviceCall.h"
#include "analysis/Provenance.h"
#include "analysis/SyncEffects.h"
#include "core/region_block.h"
#include "warpsan/module_info.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {
namespace {

using abi::Obstacle;

bool containsAny(StringRef text, ArrayRef<StringRef> parts) {
  return any_of(parts, [&](StringRef part) { return text.contains(part); });
}

/// Special registers by their names, in intrinsics and in assembly.
std::optional<Obstacle> obstacleOfRegister(StringRef text) {
  if (containsAny(text, {"clock", "timer", "nanosleep", "pm.event", "pm0"}))
    return Obstacle::Clock;
  // The numbers of warps that are resident say where one runs, unlike the lane.
  if (containsAny(text, {"smid", "warpid", "gridid", "activemask", "_smem_size"}))
    return Obstacle::Position;
  return std::nullopt;
}

std::optional<Obstacle> obstacleOfEvent(SyncEvent event) {
  switch (event) {
  case SyncEvent::None:
  case SyncEvent::BlockBarrier:
  case SyncEvent::WarpBarrier:
    return std::nullopt;
  case SyncEvent::NamedArrive:
  case SyncEvent::NamedSync:
    return Obstacle::PartialBarrier;
  case SyncEvent::Fence:
  case SyncEvent::Release:
  case SyncEvent::Acquire:
    return Obstacle::Fence;
  case SyncEvent::Exit:
    return Obstacle::OwnExit;
  case SyncEvent::Allocate:
    return Obstacle::Heap;
  }
  return std::nullopt;
}

bool isHarmless(ptx::EffectClass effect) {
  return effect == ptx::EffectClass::None || effect == ptx::EffectClass::WarpCollective ||
         effect == ptx::EffectClass::Prefetch;
}

std::optional<Obstacle> obstacleOfAssembly(const InlineAsm &assembly, AsmDecoder &decoder) {
  if (std::optional<Obstacle> found = obstacleOfRegister(assembly.getAsmString()))
    return found;
  const ptx::AsmSummary *summary = decoder.decode(assembly);
  const bool isKnown = summary && all_of(summary->effects, [](const ptx::Effects &effects) {
                         return isHarmless(effects.effect);
                       });
  return isKnown ? std::nullopt : std::optional(Obstacle::Assembly);
}

std::optional<Obstacle> obstacleOfBarrier(StringRef name) {
  return name.starts_with("llvm.nvvm.barrier.cta.sync.") ? std::nullopt
                                                         : std::optional(Obstacle::BarrierResult);
}

/// These exchange registers.
bool isWarpCollective(StringRef name) {
  return any_of(
      ArrayRef<StringRef>{"shfl.", "vote.", "match.", "redux.", "bar.warp.sync", "elect."},
      [&](StringRef family) { return name.starts_with(family); });
}

std::optional<Obstacle> obstacleOfIntrinsic(const IntrinsicInst &call) {
  StringRef name = call.getCalledFunction()->getName();
  if (isa<DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(call) || isa<MemIntrinsic>(call))
    return std::nullopt;
  if (containsAny(name, {"trap"}))
    return Obstacle::Trap;
  if (std::optional<Obstacle> found = obstacleOfRegister(name))
    return found;
  if (name.consume_front("llvm.nvvm.") && isWarpCollective(name))
    return std::nullopt;
  if (name.starts_with("atomic."))
    return Obstacle::Atomic;
  if (name.starts_with("membar.") || name.starts_with("fence."))
    return Obstacle::Fence;
  return call.mayReadOrWriteMemory() ? std::optional(Obstacle::Intrinsic) : std::nullopt;
}

/// Pointers of libdevice functions that a kernel gives variables of the thread are harmless.
bool touchesOthers(const CallBase &call) {
  return any_of(call.args(), [](const Use &argument) {
    return argument->getType()->isPointerTy() && objectOf(argument) != ObjectKind::Stack;
  });
}

std::optional<Obstacle> obstacleOfFunction(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return Obstacle::Call;
  const StringRef name = callee->getName();
  if (name == "__warpsan_unknown_code")
    return Obstacle::Call;
  if (isRuntimeCall(call))
    return std::nullopt;
  if (name == "vprintf")
    return Obstacle::Output;
  if (name == "malloc" || name == "free")
    return Obstacle::Heap;
  if (name.starts_with("__assert"))
    return Obstacle::Trap;
  if (isHarmlessFunction(name) && !touchesOthers(call))
    return std::nullopt;
  return Obstacle::Call;
}

class Scan {
public:
  explicit Scan(AsmDecoder &decoder) : decoder(decoder) {}
  uint32_t of(Function &twin);

private:
  void add(std::optional<Obstacle> obstacle) {
    if (obstacle)
      found |= 1u << unsigned(*obstacle);
  }
  void look(Instruction &instruction);
  void lookAtCall(CallBase &call, SyncEvent event);
  void lookAtAccess(const Instruction &instruction);

  AsmDecoder &decoder;
  uint32_t found = 0;
};

void Scan::lookAtCall(CallBase &call, SyncEvent event) {
  if (const InlineAsm *assembly = calledAssembly(call))
    return add(obstacleOfAssembly(*assembly, decoder));
  if (event == SyncEvent::BlockBarrier)
    return add(obstacleOfBarrier(call.getCalledFunction()->getName()));
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return add(obstacleOfIntrinsic(*intrinsic));
  add(obstacleOfFunction(call));
}

void Scan::lookAtAccess(const Instruction &instruction) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  const Type *type = getLoadStoreType(&instruction);
  const TypeSize size = instruction.getDataLayout().getTypeStoreSize(const_cast<Type *>(type));
  if (size.isScalable() || (size > RegionMargin && objectOf(pointer) != ObjectKind::Stack))
    add(Obstacle::Access);
  if (instruction.isVolatile() && objectOf(pointer) != ObjectKind::Stack)
    add(Obstacle::Volatile);
}

void Scan::look(Instruction &instruction) {
  const SyncEffect effect = effectOf(instruction, decoder);
  add(obstacleOfEvent(effect.event));
  if (effect.flags & (abi::KernelNamedBarrier | abi::KernelGridBarrier))
    add(Obstacle::PartialBarrier);
  if (instruction.isAtomic())
    return add(isa<FenceInst>(instruction) ? Obstacle::Fence : Obstacle::Atomic);
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return lookAtCall(*call, effect.event);
  if (isa<LoadInst, StoreInst>(instruction))
    return lookAtAccess(instruction);
  if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && !variable->isStaticAlloca())
    add(Obstacle::Access);
  // Behind a trap; barriers may stand in no way that branches by address take.
  if (isa<UnreachableInst>(instruction))
    add(Obstacle::Trap);
  if (instruction.isTerminator() &&
      !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(instruction))
    add(Obstacle::Intrinsic);
}

uint32_t Scan::of(Function &twin) {
  for (Instruction &instruction : instructions(twin))
    look(instruction);
  return found;
}

} // namespace

uint32_t obstaclesOf(Function &twin, AsmDecoder &decoder) { return Scan(decoder).of(twin); }

} // namespace warpsan
