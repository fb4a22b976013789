//===- SyncEffects.cpp - What an instruction may order ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/SyncEffects.h"
#include "analysis/MemoryAccess.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {
namespace {

using namespace abi;

struct SyncRow {
  StringLiteral pattern;
  SyncEvent event;
  uint32_t flags;
  Reason siteReason;
  Reason kernelReason;
};

constexpr SyncRow SyncRows[] = {
#define WARPSAN_SYNC(Pattern, Event, Flags, SiteReason, KernelReason)                              \
  {Pattern, SyncEvent::Event, Flags, Reason::SiteReason, Reason::KernelReason},
#include "analysis/sync_functions.def"
};

bool matches(StringRef pattern, StringRef name) {
  return pattern.consume_back("*") ? name.starts_with(pattern) : name == pattern;
}

const SyncRow *findRow(StringRef name) {
  const SyncRow *row =
      find_if(SyncRows, [&](const SyncRow &r) { return matches(r.pattern, name); });
  return row == std::end(SyncRows) ? nullptr : row;
}

void addKernelReason(SyncEffect &effect, Reason reason) {
  if (reason != Reason::None)
    effect.addReason(reason);
}

SyncEffect effectOfRow(const SyncRow &row) {
  SyncEffect effect;
  effect.event = row.event;
  effect.flags = row.flags;
  effect.siteReason = row.siteReason;
  addKernelReason(effect, row.kernelReason);
  return effect;
}

SyncEffect unknown(Reason reason) {
  SyncEffect effect;
  effect.siteReason = reason;
  effect.addReason(reason);
  return effect;
}

/// A barrier that names a number of threads is one of the block only if that
/// number surely is the block's.
void setBlockBarrier(SyncEffect &effect, const Function &function, std::optional<int64_t> count) {
  std::optional<uint64_t> block = requiredBlockSize(function);
  if (count && block && *count > 0 && uint64_t(*count) == *block) {
    effect.event = SyncEvent::BlockBarrier;
    effect.flags |= KernelBlockBarrier;
    return;
  }
  effect.event = SyncEvent::NamedSync;
  effect.flags |= KernelNamedBarrier;
}

void setWarpBarrier(SyncEffect &effect, SyncOperand mask) {
  effect.event = SyncEvent::WarpBarrier;
  effect.mask = mask;
  effect.flags |= mask.constant == 0xffffffffu ? KernelWarpBarrier : KernelPartialWarpBarrier;
}

SyncOperand operandOf(Value *value) {
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return {nullptr, uint32_t(constant->getZExtValue())};
  return {value, std::nullopt};
}

Scope fenceScope(StringRef name) {
  if (name.contains(".cta"))
    return Scope::Block;
  if (name.contains(".cluster"))
    return Scope::Cluster;
  return name.contains(".sys") ? Scope::System : Scope::Device;
}

SyncEffect effectOfIntrinsic(CallBase &call, StringRef name) {
  const SyncRow *row = findRow(name);
  SyncEffect effect = effectOfRow(*row);
  // Rows stand for whole families; members without memory are arithmetic.
  const bool isPure = call.doesNotAccessMemory();
  if (effect.siteReason == Reason::UnknownIntrinsic &&
      (isPure || call.onlyAccessesInaccessibleMemory()))
    return {};
  if (isPure)
    effect.siteReason = Reason::None;
  const bool isBlockBarrier =
      effect.event == SyncEvent::BlockBarrier || effect.event == SyncEvent::NamedArrive;
  if (isBlockBarrier && name.ends_with(".count")) {
    effect.barrier = operandOf(call.getArgOperand(0));
    effect.threads = operandOf(call.getArgOperand(1));
  }
  if (effect.event == SyncEvent::BlockBarrier && effect.threads.isKnown()) {
    effect.flags &= ~KernelBlockBarrier;
    setBlockBarrier(effect, *call.getFunction(), effect.threads.constant);
  }
  if (effect.event == SyncEvent::WarpBarrier) {
    effect.flags = 0;
    setWarpBarrier(effect, operandOf(call.getArgOperand(0)));
  }
  if (effect.event == SyncEvent::Fence) {
    effect.scope = fenceScope(name);
    effect.isSequential =
        !name.contains(".acq_rel") && !name.contains(".acquire") && !name.contains(".release");
  }
  return effect;
}

/// Collects what the statements of one asm call order.
class AsmEffects {
public:
  explicit AsmEffects(CallBase &call) : call(call), operands(call) {}
  SyncEffect collect(const ptx::AsmSummary &summary);

private:
  void add(const ptx::Statement &statement, const ptx::Effects &effects);
  void addBlockBarrier(const ptx::Statement &statement, const ptx::Effects &effects);
  void addFence(const ptx::Effects &effects);
  SyncOperand operandOf(const ptx::Operand &operand);
  void addWarpBarrier(const ptx::Statement &statement, const ptx::Effects &effects);
  void addMatrix(const ptx::Effects &effects);
  void addOrder(const ptx::Effects &effects);

  CallBase &call;
  InlineAsmCall operands;
  SyncEffect effect;
};

void AsmEffects::addBlockBarrier(const ptx::Statement &statement, const ptx::Effects &effects) {
  if (effects.count) {
    effect.threads = operandOf(statement.operands[*effects.count]);
    effect.barrier =
        effects.barrier ? operandOf(statement.operands[*effects.barrier]) : SyncOperand{nullptr, 0};
    if (!effect.threads.isKnown() || !effect.barrier.isKnown())
      effect.addReason(Reason::NamedBarrier);
  }
  if (effects.action == ptx::Action::Arrive) {
    effect.event = SyncEvent::NamedArrive;
    effect.flags |= KernelNamedBarrier;
  } else if (effects.count) {
    setBlockBarrier(effect, *call.getFunction(), effect.threads.constant);
  } else {
    effect.event = SyncEvent::BlockBarrier;
    effect.flags |= KernelBlockBarrier;
  }
}

void AsmEffects::addWarpBarrier(const ptx::Statement &statement, const ptx::Effects &effects) {
  if (!effects.mask) {
    effect.flags |= KernelPartialWarpBarrier;
    return effect.addReason(Reason::MixedWarpMasks);
  }
  const SyncOperand mask = operandOf(statement.operands[*effects.mask]);
  if (!mask.isKnown())
    return effect.addReason(Reason::UnknownAsm);
  setWarpBarrier(effect, mask);
}

SyncOperand AsmEffects::operandOf(const ptx::Operand &operand) {
  if (std::optional<int64_t> constant = operands.constant(operand))
    return {nullptr, uint32_t(*constant)};
  return {operands.value(operand), std::nullopt};
}

/// Proxy fences and the like order no memory of other threads.
void AsmEffects::addFence(const ptx::Effects &effects) {
  effect.flags |= KernelFence;
  if (effects.fence == ptx::FenceKind::Proxy || effects.fence == ptx::FenceKind::MbarrierInit)
    return;
  effect.event = SyncEvent::Fence;
  effect.scope = effects.scope;
  effect.isSequential = effects.fence == ptx::FenceKind::Sc;
}

void AsmEffects::addMatrix(const ptx::Effects &effects) {
  // The asynchronous forms work on behind the thread's back.
  if (effects.action == ptx::Action::Tensor)
    effect.addReason(Reason::MatrixAccess);
}

/// Acquire and release orders, wherever they stand.
void AsmEffects::addOrder(const ptx::Effects &effects) {
  if (effects.isStrong() || effects.isAtomic())
    effect.flags |= KernelStrong;
  if (effects.sem == ptx::Sem::Acquire || effects.sem == ptx::Sem::Release ||
      effects.sem == ptx::Sem::AcqRel)
    effect.flags |= KernelFence;
}

void AsmEffects::add(const ptx::Statement &statement, const ptx::Effects &effects) {
  using ptx::EffectClass;
  if (effects.isCluster())
    effect.addReason(Reason::Cluster);
  switch (effects.effect) {
  case EffectClass::Access:
    return addOrder(effects);
  case EffectClass::Fence:
    return addFence(effects);
  case EffectClass::GridDependency:
    effect.flags |= KernelFence;
    return;
  case EffectClass::BlockBarrier:
    return addBlockBarrier(statement, effects);
  case EffectClass::WarpBarrier:
    return addWarpBarrier(statement, effects);
  case EffectClass::AsyncCopy:
  case EffectClass::AsyncGroup:
    return effect.addReason(Reason::AsyncCopy);
  case EffectClass::Mbarrier:
    effect.flags |= KernelNamedBarrier | KernelFence;
    return effect.addReason(Reason::AsyncCopy);
  case EffectClass::Cluster:
    return effect.addReason(Reason::Cluster);
  case EffectClass::Matrix:
    return addMatrix(effects);
  case EffectClass::Exit:
    effect.event = SyncEvent::Exit;
    return;
  case EffectClass::Unknown:
    return effect.addReason(Reason::UnknownAsm);
  case EffectClass::None:
  case EffectClass::WarpCollective:
  case EffectClass::Surface:
  case EffectClass::Prefetch:
  case EffectClass::Trap:
  case EffectClass::Sleep:
    return;
  }
}

SyncEffect AsmEffects::collect(const ptx::AsmSummary &summary) {
  for (auto [statement, effects] : zip(summary.text.statements, summary.effects)) {
    const SyncEvent before = effect.event;
    add(statement, effects);
    // An event that may not happen, or two different ones, cannot be told.
    const bool isNew = effect.event != SyncEvent::None && effect.event != before;
    if (isNew && (effects.isPredicated || summary.hasControlFlow || before != SyncEvent::None))
      effect.addReason(Reason::UnknownAsm);
  }
  return effect;
}

/// Special registers %dynamic_smem_size and its kin, whether or not the rest of the
/// text is understood.
bool asksForSharedSize(const InlineAsm &assembly) {
  return StringRef(assembly.getAsmString()).contains("_smem_size");
}

SyncEffect effectOfAsm(CallBase &call, AsmDecoder &decoder) {
  const InlineAsm &assembly = *calledAssembly(call);
  SyncEffect effect;
  if (const ptx::AsmSummary *summary = decoder.decode(assembly))
    effect = AsmEffects(call).collect(*summary);
  else
    effect.addReason(Reason::UnknownAsm);
  if (asksForSharedSize(assembly))
    effect.flags |= KernelSharedSize;
  return effect;
}

/// Order of an atomic instruction, as far as it is the program's.
bool ordersMemory(const Instruction &instruction) {
  if (isa<FenceInst>(instruction))
    return true;
  if (!instruction.isAtomic() || instruction.hasMetadata(CudaAtomicMetadata))
    return false;
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return isStrongerThanMonotonic(exchange->getSuccessOrdering()) ||
           isStrongerThanMonotonic(exchange->getFailureOrdering());
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return isStrongerThanMonotonic(update->getOrdering());
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return isStrongerThanMonotonic(load->getOrdering());
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return isStrongerThanMonotonic(store->getOrdering());
  return false;
}

} // namespace

Value *SyncOperand::get(Type *type) const {
  return constant ? ConstantInt::get(type, *constant) : value;
}

bool isKnownFunction(StringRef name) { return findRow(name) != nullptr; }

bool isHarmlessFunction(StringRef name) {
  const SyncRow *row = findRow(name);
  return row && row->siteReason == Reason::None && row->kernelReason == Reason::None &&
         row->event == SyncEvent::None && !row->flags;
}

bool isRuntimeCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && callee->getName().starts_with("__warpsan_");
}

std::optional<uint64_t> requiredBlockSize(const Function &kernel) {
  Attribute attribute = kernel.getFnAttribute("nvvm.reqntid");
  if (!attribute.isValid())
    return std::nullopt;
  uint64_t threads = 1;
  for (StringRef extent : split(attribute.getValueAsString(), ',')) {
    uint64_t value;
    if (extent.trim().getAsInteger(10, value))
      return std::nullopt;
    threads *= value;
  }
  return threads;
}

SyncEffect effectOfCall(CallBase &call, AsmDecoder &decoder) {
  if (call.isInlineAsm())
    return effectOfAsm(call, decoder);
  Function *callee = call.getCalledFunction();
  if (!callee && call.hasMetadata(DispatchedMetadata)) {
    SyncEffect effect;
    effect.flags = KernelOpen;
    return effect;
  }
  if (!callee)
    return unknown(Reason::IndirectCall);
  if (callee->isIntrinsic())
    return effectOfIntrinsic(call, callee->getName());
  if (!callee->isDeclaration())
    return {};
  if (const SyncRow *row = findRow(callee->getName()))
    return effectOfRow(*row);
  return unknown(Reason::ExternalCall);
}

SyncEffect effectOf(Instruction &instruction, AsmDecoder &decoder) {
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return effectOfCall(*call, decoder);
  SyncEffect effect;
  if (ordersMemory(instruction))
    effect.flags |= KernelFence;
  if (auto *fence = dyn_cast<FenceInst>(&instruction)) {
    effect.event = SyncEvent::Fence;
    effect.scope = scopeOf(instruction.getContext(), fence->getSyncScopeID());
    effect.isSequential = fence->getOrdering() == AtomicOrdering::SequentiallyConsistent;
  }
  return effect;
}

} // namespace warpsan
