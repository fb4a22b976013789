//===- InlineAsmCall.cpp - A call of inline assembly, decoded --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/InlineAsmCall.h"
#include "ptx/MatrixTile.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {

const ptx::AsmSummary *AsmDecoder::decode(const InlineAsm &assembly) {
  auto [row, isNew] = summaries.try_emplace(assembly.getAsmString());
  if (!isNew)
    return row->second.get();
  Expected<ptx::AsmSummary> summary = ptx::summarize(assembly.getAsmString());
  if (summary)
    row->second = std::make_unique<ptx::AsmSummary>(std::move(*summary));
  else
    consumeError(summary.takeError()); // the null says it
  return row->second.get();
}

const InlineAsm *calledAssembly(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
}

InlineAsmCall::InlineAsmCall(CallBase &call)
    : call(call), assembly(*cast<InlineAsm>(call.getCalledOperand())),
      infos(assembly.ParseConstraints()) {}

Value *InlineAsmCall::operand(unsigned index) const {
  if (index >= infos.size())
    return nullptr;
  // An output that is also read ("+r") is read through its tied input.
  if (infos[index].hasMatchingInput())
    index = infos[index].MatchingInput;
  if (index >= infos.size() || !infos[index].hasArg())
    return nullptr;
  unsigned argument = 0;
  for (unsigned i = 0; i < index; ++i)
    argument += infos[i].hasArg();
  return call.getArgOperand(argument);
}

Value *InlineAsmCall::value(const ptx::Operand &operand) const {
  return operand.is(ptx::Operand::Kind::AsmOperand) ? this->operand(operand.index) : nullptr;
}

std::optional<int64_t> InlineAsmCall::constant(const ptx::Operand &operand) const {
  if (operand.is(ptx::Operand::Kind::Integer))
    return operand.value;
  auto *constant = dyn_cast_or_null<ConstantInt>(value(operand));
  if (!constant)
    return std::nullopt;
  return constant->getSExtValue();
}

namespace {

using ptx::EffectClass;
using ptx::Operand;
using ptx::StateSpace;

/// Turns the effects of the statements of one call into accesses.
class AsmAccesses {
public:
  AsmAccesses(CallBase &call, VolatileRule rule, SmallVectorImpl<MemoryAccess> &accesses)
      : call(call), operands(call), rule(rule), accesses(accesses) {}

  void collect(const ptx::AsmSummary &summary);
  void addNotAnalysed(abi::AccessKind kind, abi::Reason reason, uint64_t size = 0);

private:
  void collect(const ptx::Statement &statement, const ptx::Effects &effects);
  void addAccess(const ptx::Statement &statement, const ptx::Effects &effects);
  void addMatrix(const ptx::Statement &statement, const ptx::Effects &effects);
  bool setTileOf(const ptx::Statement &statement, const ptx::Effects &effects,
                 MemoryAccess &access);
  void setExchangeOf(const ptx::Statement &statement, const ptx::Effects &effects,
                     MemoryAccess &access);
  void setVolatile(MemoryAccess &access) const;
  bool setAddress(const Operand &memory, StateSpace space, AccessAddress &address);
  bool setLength(const ptx::Statement &statement, const ptx::Effects &effects,
                 MemoryAccess &access);
  void setStored(const ptx::Statement &statement, const ptx::Effects &effects,
                 MemoryAccess &access);
  MemoryAccess base(abi::AccessKind kind, uint64_t size) const;

  CallBase &call;
  InlineAsmCall operands;
  VolatileRule rule;
  SmallVectorImpl<MemoryAccess> &accesses;
  const ptx::AsmSummary *summary = nullptr;
  /// The check stands before the asm, so it can only speak for accesses that
  /// are certain to happen and come before anything that orders.
  bool isCertain = true;
};

bool orders(const ptx::Effects &effects) {
  const bool isMatrixAccess =
      effects.effect == EffectClass::Matrix &&
      (effects.action == ptx::Action::Load || effects.action == ptx::Action::Store);
  return !effects.isHarmless() && effects.effect != EffectClass::Access && !isMatrixAccess &&
         effects.effect != EffectClass::WarpCollective && effects.effect != EffectClass::Sleep;
}

uint8_t orderOf(ptx::Sem sem) {
  switch (sem) {
  case ptx::Sem::Acquire:
    return abi::SyncAcquire;
  case ptx::Sem::Release:
    return abi::SyncRelease;
  case ptx::Sem::AcqRel:
    return abi::SyncAcquire | abi::SyncRelease;
  case ptx::Sem::Weak:
  case ptx::Sem::Volatile:
  case ptx::Sem::Relaxed:
  case ptx::Sem::Mmio:
    return 0;
  }
  return 0;
}

abi::Space spaceOf(StateSpace space) {
  if (space == StateSpace::Global)
    return abi::Space::Global;
  return space == StateSpace::Shared ? abi::Space::Shared : abi::Space::Unknown;
}

bool isThreadPrivate(StateSpace space) {
  return space == StateSpace::Local || space == StateSpace::Const || space == StateSpace::Param;
}

MemoryAccess AsmAccesses::base(abi::AccessKind kind, uint64_t size) const {
  MemoryAccess access;
  access.instruction = &call;
  access.kind = kind;
  access.size = size;
  access.flags = abi::SiteInlineAsm;
  return access;
}

void AsmAccesses::addNotAnalysed(abi::AccessKind kind, abi::Reason reason, uint64_t size) {
  accesses.push_back(base(kind, size));
  accesses.back().reason = reason;
}

void AsmAccesses::collect(const ptx::AsmSummary &decoded) {
  summary = &decoded;
  isCertain = !decoded.hasControlFlow;
  for (auto [statement, effects] : zip(decoded.text.statements, decoded.effects)) {
    collect(statement, effects);
    isCertain &= !orders(effects);
  }
}

void AsmAccesses::collect(const ptx::Statement &statement, const ptx::Effects &effects) {
  switch (effects.effect) {
  case EffectClass::Access:
    return addAccess(statement, effects);
  case EffectClass::AsyncCopy:
    addNotAnalysed(abi::AccessKind::Read, abi::Reason::AsyncCopy);
    return addNotAnalysed(abi::AccessKind::Write, abi::Reason::AsyncCopy);
  case EffectClass::Matrix:
    return addMatrix(statement, effects);
  case EffectClass::Surface:
    return addNotAnalysed(effects.action == ptx::Action::Store ? abi::AccessKind::Write
                                                               : abi::AccessKind::Read,
                          abi::Reason::SurfaceAccess);
  case EffectClass::Cluster:
    if (effects.action == ptx::Action::StoreAsync || effects.action == ptx::Action::ReduceAsync)
      addNotAnalysed(abi::AccessKind::Write, abi::Reason::Cluster);
    return;
  case EffectClass::Unknown:
    return addNotAnalysed(abi::AccessKind::Write, abi::Reason::UnknownAsm);
  case EffectClass::None:
  case EffectClass::Fence:
  case EffectClass::BlockBarrier:
  case EffectClass::WarpBarrier:
  case EffectClass::WarpCollective:
  case EffectClass::AsyncGroup:
  case EffectClass::Mbarrier:
  case EffectClass::GridDependency:
  case EffectClass::Prefetch:
  case EffectClass::Exit:
  case EffectClass::Trap:
  case EffectClass::Sleep:
    return;
  }
}

void AsmAccesses::addMatrix(const ptx::Statement &statement, const ptx::Effects &effects) {
  // mma on registers has no address; the asynchronous forms read descriptors.
  if (effects.action == ptx::Action::Multiply && !effects.address)
    return;
  const bool isStore = effects.action == ptx::Action::Store;
  MemoryAccess access = base(isStore ? abi::AccessKind::Write : abi::AccessKind::Read, 0);
  access.space = spaceOf(effects.space);
  const bool isKnown =
      isCertain && !effects.isPredicated && effects.address &&
      setTileOf(statement, effects, access) &&
      setAddress(statement.operands[*effects.address], effects.space, access.address);
  if (!isKnown)
    access.reason = abi::Reason::MatrixAccess;
  accesses.push_back(access);
}

bool AsmAccesses::setTileOf(const ptx::Statement &statement, const ptx::Effects &effects,
                            MemoryAccess &access) {
  SmallVector<StringRef, 8> tokens{statement.opcode};
  tokens.append(statement.modifiers.begin(), statement.modifiers.end());
  std::optional<ptx::MatrixTile> tile = ptx::matrixTile(tokens);
  if (!tile || !effects.address)
    return false;
  Value *stride = nullptr;
  if (effects.count) {
    const Operand &operand = statement.operands[*effects.count];
    std::optional<int64_t> constant = operands.constant(operand);
    stride = constant ? ConstantInt::get(Type::getInt32Ty(call.getContext()), *constant)
                      : operands.value(operand);
    if (!stride)
      return false;
  }
  setTile(access, *tile, stride);
  return true;
}

/// Operands: result, address, [expected,] desired. With other statements the
/// result of the call may be one of theirs.
void AsmAccesses::setExchangeOf(const ptx::Statement &statement, const ptx::Effects &effects,
                                MemoryAccess &access) {
  const bool isCompare = effects.operation == "cas";
  if (!isCompare && effects.operation != "exch")
    return;
  access.order |= abi::SyncLock | (isCompare ? abi::SyncCompare : 0);
  const unsigned last = isCompare ? 3 : 2;
  if (summary->text.statements.size() != 1 || statement.operands.size() <= last)
    return;
  access.desired = operands.value(statement.operands[last]);
  access.expected = isCompare ? operands.value(statement.operands[2]) : nullptr;
}

void AsmAccesses::addAccess(const ptx::Statement &statement, const ptx::Effects &effects) {
  if (isThreadPrivate(effects.space))
    return;
  MemoryAccess access = base(effects.access, effects.bytes());
  access.scope = effects.scope;
  access.order = orderOf(effects.sem);
  setExchangeOf(statement, effects, access);
  access.observes = effects.hasResult;
  access.space = spaceOf(effects.space);
  access.flags |= effects.nonCoherent ? abi::SiteNonCoherent : 0;
  access.alignment = PowerOf2Ceil(std::max<uint64_t>(1, effects.bytes()));
  const bool isVolatile = effects.sem == ptx::Sem::Volatile || effects.sem == ptx::Sem::Mmio;
  if (isVolatile && effects.access != abi::AccessKind::AtomicRmw)
    setVolatile(access);
  if (effects.space == StateSpace::SharedCluster)
    access.reason = abi::Reason::Cluster;
  const bool isKnown =
      isCertain && !effects.isPredicated && effects.address &&
      setAddress(statement.operands[*effects.address], effects.space, access.address) &&
      setLength(statement, effects, access);
  if (!isKnown && access.isAnalysed())
    access.reason = abi::Reason::UnknownAsm;
  setStored(statement, effects, access);
  accesses.push_back(access);
}

void AsmAccesses::setVolatile(MemoryAccess &access) const {
  const bool isRead =
      access.kind == abi::AccessKind::AtomicLoad || access.kind == abi::AccessKind::Read;
  const bool isStrong = rule == VolatileRule::Strong;
  if (rule != VolatileRule::Plain)
    access.flags |= abi::SiteVolatile;
  access.scope = isStrong ? abi::Scope::System : abi::Scope::None;
  if (isRead)
    access.kind = isStrong ? abi::AccessKind::AtomicLoad : abi::AccessKind::Read;
  else
    access.kind = isStrong ? abi::AccessKind::AtomicStore : abi::AccessKind::Write;
}

bool AsmAccesses::setAddress(const Operand &memory, StateSpace space, AccessAddress &address) {
  if (!memory.is(Operand::Kind::Memory) || memory.parts.size() != 1)
    return false;
  address.base = operands.value(memory.parts.front());
  if (!address.base)
    return false;
  address.offset = memory.value;
  if (memory.offsetIndex) {
    auto *offset = dyn_cast_or_null<ConstantInt>(operands.operand(*memory.offsetIndex));
    if (!offset)
      return false;
    address.offset += offset->getSExtValue();
  }
  // An address in the shared window as 64 bits (cvta.to.shared) is one too.
  address.isShared32 =
      ptx::isSharedAddress32(summary->text, memory, space, operands.constraints()) ||
      (space == StateSpace::Shared && !address.base->getType()->isPointerTy());
  return true;
}

bool AsmAccesses::setLength(const ptx::Statement &statement, const ptx::Effects &effects,
                            MemoryAccess &access) {
  if (access.size)
    return true;
  if (!effects.size)
    return false;
  const Operand &size = statement.operands[*effects.size];
  if (std::optional<int64_t> bytes = operands.constant(size)) {
    access.size = *bytes;
    return *bytes > 0;
  }
  access.length = operands.value(size);
  access.flags |= abi::SiteBulk;
  return access.length != nullptr;
}

void AsmAccesses::setStored(const ptx::Statement &statement, const ptx::Effects &effects,
                            MemoryAccess &access) {
  const bool isStore =
      access.kind == abi::AccessKind::Write || access.kind == abi::AccessKind::AtomicStore;
  if (isStore && effects.data && effects.vectorWidth == 1 && access.size <= 8)
    access.stored = operands.value(statement.operands[*effects.data]);
}

} // namespace

void collectAsmAccesses(CallBase &call, AsmDecoder &decoder, VolatileRule rule,
                        SmallVectorImpl<MemoryAccess> &accesses) {
  AsmAccesses collector(call, rule, accesses);
  if (const ptx::AsmSummary *summary = decoder.decode(*cast<InlineAsm>(call.getCalledOperand())))
    return collector.collect(*summary);
  collector.addNotAnalysed(abi::AccessKind::Write, abi::Reason::UnknownAsm);
}

} // namespace warpsan
