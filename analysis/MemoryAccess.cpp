//===- MemoryAccess.cpp - Every memory access as a value -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/MemoryAccess.h"
#include "analysis/InlineAsmCall.h"
#include "analysis/LibdeviceCall.h"
#include "analysis/Provenance.h"
#include "analysis/SyncEffects.h"
#include "ptx/MatrixTile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {
namespace {

using abi::AccessKind;
using abi::Scope;

uint8_t orderOf(AtomicOrdering order) {
  uint8_t flags = 0;
  if (isAcquireOrStronger(order))
    flags |= abi::SyncAcquire;
  if (isReleaseOrStronger(order))
    flags |= abi::SyncRelease;
  return flags;
}

class Collector : public InstVisitor<Collector> {
public:
  Collector(Function &function, AsmDecoder &decoder, VolatileRule rule)
      : layout(function.getDataLayout()), context(function.getContext()), decoder(decoder),
        rule(rule) {}

  SmallVector<MemoryAccess, 0> accesses;

  void visitLoadInst(LoadInst &load);
  void visitStoreInst(StoreInst &store);
  void visitAtomicRMWInst(AtomicRMWInst &update);
  void visitAtomicCmpXchgInst(AtomicCmpXchgInst &exchange);
  void visitCallBase(CallBase &call);

private:
  void add(MemoryAccess access);
  MemoryAccess make(Instruction &instruction, Value *pointer, Type *type, Align alignment) const;
  MemoryAccess bulk(AnyMemIntrinsic &call, Value *pointer, MaybeAlign alignment,
                    AccessKind kind) const;
  void setOrder(MemoryAccess &access, AtomicOrdering order, SyncScope::ID scope, bool isVolatile,
                AccessKind atomicKind) const;
  void addBulk(AnyMemIntrinsic &call);
  bool addIntrinsicAtomic(CallBase &call, StringRef name);
  bool addIntrinsicMatrix(CallBase &call, StringRef name);
  bool addIntrinsicAccess(CallBase &call, StringRef name);
  void addNotAnalysed(CallBase &call, abi::Reason reason);
  void addByValueArguments(CallBase &call);

  const DataLayout &layout;
  const LLVMContext &context;
  AsmDecoder &decoder;
  VolatileRule rule;
};

void Collector::add(MemoryAccess access) {
  const bool isLocal = access.address.base && access.address.base->getType()->isPointerTy() &&
                       isObviouslyPrivate(access.address.base);
  if (!isLocal && (access.size || access.length || !access.isAnalysed()))
    accesses.push_back(access);
}

MemoryAccess Collector::make(Instruction &instruction, Value *pointer, Type *type,
                             Align alignment) const {
  MemoryAccess access;
  access.instruction = &instruction;
  access.address.base = pointer;
  access.size = layout.getTypeStoreSize(type).getFixedValue();
  access.alignment = alignment.value();
  return access;
}

void Collector::setOrder(MemoryAccess &access, AtomicOrdering order, SyncScope::ID scope,
                         bool isVolatile, AccessKind atomicKind) const {
  if (order != AtomicOrdering::NotAtomic) {
    access.kind = atomicKind;
    access.scope = scopeOf(context, scope);
    access.order = orderOf(order);
  } else if (isVolatile && rule != VolatileRule::Plain) {
    access.flags |= abi::SiteVolatile;
    if (rule == VolatileRule::Strong) {
      access.kind = atomicKind;
      access.scope = Scope::System;
    }
  }
}

void Collector::visitLoadInst(LoadInst &load) {
  MemoryAccess access = make(load, load.getPointerOperand(), load.getType(), load.getAlign());
  setOrder(access, load.getOrdering(), load.getSyncScopeID(), load.isVolatile(),
           AccessKind::AtomicLoad);
  if (load.hasMetadata(LLVMContext::MD_invariant_load)) // __ldg()
    access.flags |= abi::SiteNonCoherent;
  add(access);
}

void Collector::visitStoreInst(StoreInst &store) {
  Value *stored = store.getValueOperand();
  MemoryAccess access = make(store, store.getPointerOperand(), stored->getType(), store.getAlign());
  access.kind = AccessKind::Write;
  access.stored = stored;
  setOrder(access, store.getOrdering(), store.getSyncScopeID(), store.isVolatile(),
           AccessKind::AtomicStore);
  add(access);
}

void Collector::visitAtomicRMWInst(AtomicRMWInst &update) {
  MemoryAccess access =
      make(update, update.getPointerOperand(), update.getType(), update.getAlign());
  access.kind = AccessKind::AtomicRmw;
  // The back end drops order and scope: always atom.<op>, relaxed.gpu.
  access.scope = Scope::Device;
  if (update.getOperation() == AtomicRMWInst::Xchg)
    setExchange(access, update.getValOperand());
  add(access);
}

void Collector::visitAtomicCmpXchgInst(AtomicCmpXchgInst &exchange) {
  MemoryAccess access = make(exchange, exchange.getPointerOperand(),
                             exchange.getNewValOperand()->getType(), exchange.getAlign());
  access.kind = AccessKind::AtomicRmw;
  access.scope = exchange.hasMetadata(CudaAtomicMetadata)
                     ? Scope::Device
                     : scopeOf(context, exchange.getSyncScopeID());
  if (!exchange.hasMetadata(CudaAtomicMetadata))
    access.order = orderOf(exchange.getSuccessOrdering());
  setExchange(access, exchange.getNewValOperand(), exchange.getCompareOperand());
  add(access);
}

MemoryAccess Collector::bulk(AnyMemIntrinsic &call, Value *pointer, MaybeAlign alignment,
                             AccessKind kind) const {
  MemoryAccess access;
  access.instruction = &call;
  access.address.base = pointer;
  access.alignment = alignment.valueOrOne().value();
  access.kind = kind;
  access.flags = call.isVolatile() && rule != VolatileRule::Plain ? abi::SiteVolatile : 0;
  if (auto *length = dyn_cast<ConstantInt>(call.getLength())) {
    access.size = length->getZExtValue();
    return access;
  }
  access.length = call.getLength();
  access.flags |= abi::SiteBulk;
  return access;
}

void Collector::addBulk(AnyMemIntrinsic &call) {
  if (auto *copy = dyn_cast<AnyMemTransferInst>(&call))
    add(bulk(call, copy->getRawSource(), copy->getSourceAlign(), AccessKind::Read));
  add(bulk(call, call.getRawDest(), call.getDestAlign(), AccessKind::Write));
}

void Collector::addNotAnalysed(CallBase &call, abi::Reason reason) {
  MemoryAccess access;
  access.instruction = &call;
  access.reason = reason;
  access.kind = call.onlyReadsMemory() ? AccessKind::Read : AccessKind::Write;
  add(access);
}

/// llvm.nvvm.atomic.<op>.gen.<class>.{cta,sys}: relaxed.
bool Collector::addIntrinsicAtomic(CallBase &call, StringRef name) {
  if (!name.starts_with("llvm.nvvm.atomic."))
    return false;
  MemoryAccess access = make(call, call.getArgOperand(0), call.getType(),
                             Align(layout.getTypeStoreSize(call.getType()).getFixedValue()));
  access.kind = AccessKind::AtomicRmw;
  access.scope = name.contains(".cta") ? Scope::Block : Scope::System;
  if (name.contains(".cas."))
    setExchange(access, call.getArgOperand(2), call.getArgOperand(1));
  else if (name.contains(".exch."))
    setExchange(access, call.getArgOperand(1));
  add(access);
  return true;
}

/// llvm.nvvm.{ldmatrix,stmatrix}.*, llvm.nvvm.wmma.<shape>.{load,store}.*: the
/// stride is the last argument.
bool Collector::addIntrinsicMatrix(CallBase &call, StringRef name) {
  SmallVector<StringRef, 10> tokens(split(name, '.'));
  const bool isStore = is_contained(tokens, "stmatrix") || is_contained(tokens, "store");
  if (!isStore && !is_contained(tokens, "ldmatrix") && !is_contained(tokens, "load"))
    return false;
  std::optional<ptx::MatrixTile> tile = ptx::matrixTile(tokens);
  if (!tile)
    return false;
  MemoryAccess access;
  access.instruction = &call;
  access.address.base = call.getArgOperand(0);
  access.kind = isStore ? AccessKind::Write : AccessKind::Read;
  const bool hasStride = is_contained(tokens, "stride");
  setTile(access, *tile, hasStride ? call.getArgOperand(call.arg_size() - 1) : nullptr);
  add(access);
  return true;
}

bool Collector::addIntrinsicAccess(CallBase &call, StringRef name) {
  if (addIntrinsicAtomic(call, name) || addIntrinsicMatrix(call, name))
    return true;
  if (name.starts_with("llvm.nvvm.ldu.global.") || name.starts_with("llvm.nvvm.ldg.global.")) {
    MemoryAccess access = make(call, call.getArgOperand(0), call.getType(),
                               Align(cast<ConstantInt>(call.getArgOperand(1))->getZExtValue()));
    access.flags |= abi::SiteNonCoherent;
    add(access);
    return true;
  }
  if (!name.starts_with("llvm.nvvm.discard."))
    return false;
  // Destroys the line: a write as far as other threads can tell.
  MemoryAccess access;
  access.instruction = &call;
  access.address.base = call.getArgOperand(0);
  access.size = access.alignment = 128;
  access.kind = AccessKind::Write;
  add(access);
  return true;
}

/// The callee gets a copy: the call reads the original.
void Collector::addByValueArguments(CallBase &call) {
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i))
      add(make(call, call.getArgOperand(i), call.getParamByValType(i),
               call.getParamAlign(i).valueOrOne()));
}

void Collector::visitCallBase(CallBase &call) {
  if (call.isInlineAsm())
    return collectAsmAccesses(call, decoder, rule, accesses);
  if (auto *bulkCall = dyn_cast<AnyMemIntrinsic>(&call))
    return addBulk(*bulkCall);
  addByValueArguments(call);
  Function *callee = call.getCalledFunction();
  if (callee && callee->isIntrinsic() && addIntrinsicAccess(call, callee->getName()))
    return;
  for (const MemoryAccess &access : libdeviceAccesses(call))
    add(access);
  SyncEffect effect = effectOfCall(call, decoder);
  if (effect.siteReason != abi::Reason::None)
    addNotAnalysed(call, effect.siteReason);
}

} // namespace

void setExchange(MemoryAccess &access, Value *desired, Value *expected) {
  access.order |= abi::SyncLock | (expected ? abi::SyncCompare : 0);
  access.desired = desired;
  access.expected = expected;
}

void setTile(MemoryAccess &access, const ptx::MatrixTile &tile, Value *stride) {
  // Addresses are multiples of 16 bytes or of the fragment, strides of 16 bytes.
  constexpr unsigned lineAlignment = 4;
  if (!stride && !tile.rowsOfLanes)
    stride =
        ConstantInt::get(Type::getInt32Ty(access.instruction->getContext()), tile.lineElements());
  access.lines = {tile.lines(), stride, ptx::bytesOf(tile.type)};
  access.size = tile.lineBytes();
  access.alignment = lineAlignment;
  access.flags |= abi::SiteMatrix;
}

Scope scopeOf(const LLVMContext &context, uint8_t id) {
  std::optional<StringRef> name = context.getSyncScopeName(id);
  return StringSwitch<Scope>(name.value_or(""))
      .Cases({"block", "singlethread"}, Scope::Block)
      .Case("cluster", Scope::Cluster)
      .Case("device", Scope::Device)
      .Default(Scope::System);
}

SmallVector<MemoryAccess, 0> collectAccesses(Function &function, AsmDecoder &decoder,
                                             VolatileRule rule) {
  Collector collector(function, decoder, rule);
  for (Instruction &instruction : instructions(function))
    collector.visit(instruction);
  return std::move(collector.accesses);
}

} // namespace warpsan
