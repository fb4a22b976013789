//===- Checks.cpp - The placed checks of a module --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Checks.h"
#include "analysis/InlineAsmCall.h"
#include "core/access.h"
#include "passes/RuntimeCallees.h"
#include "passes/SyncHooks.h"
#include "passes/Twins.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral NoteMetadata = "warpsan.access";
constexpr StringLiteral ProvedMetadata = "warpsan.proved";
constexpr uint64_t MaxValueBytes = 8;
constexpr unsigned WarpSize = 32;

/// Pointer to `space`, in the generic address space.
Value *throughSpace(IRBuilder<> &builder, Value *pointer, unsigned space) {
  Value *cast = builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(space));
  return builder.CreateAddrSpaceCast(cast, builder.getPtrTy());
}

Value *genericPointer(IRBuilder<> &builder, const MemoryAccess &access) {
  Value *base = access.address.base;
  if (!base->getType()->isPointerTy()) {
    const unsigned space = access.address.isShared32 ? unsigned(NVPTXAS::ADDRESS_SPACE_SHARED) : 0u;
    base = builder.CreateIntToPtr(builder.CreateZExtOrTrunc(base, builder.getInt64Ty()),
                                  builder.getPtrTy(space));
  }
  if (base->getType()->getPointerAddressSpace())
    base = builder.CreateAddrSpaceCast(base, builder.getPtrTy());
  else if (access.space == abi::Space::Global)
    base = throughSpace(builder, base, NVPTXAS::ADDRESS_SPACE_GLOBAL);
  if (access.address.offset)
    base = builder.CreatePtrAdd(base, builder.getInt64(access.address.offset));
  return base;
}

/// Address of the lane's line. The builder moves to where only lanes that have
/// one come.
Value *lineAddress(IRBuilder<> &builder, const MemoryAccess &access, Value *address) {
  const WarpLines &lines = access.lines;
  const DebugLoc location = builder.getCurrentDebugLocation();
  Value *lane = builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid, {});
  if (lines.count < WarpSize) {
    Value *hasLine = builder.CreateICmpULT(lane, builder.getInt32(lines.count));
    builder.SetInsertPoint(
        SplitBlockAndInsertIfThen(hasLine, access.instruction, /*Unreachable=*/false));
    builder.SetCurrentDebugLocation(location);
  }
  if (!lines.stride)
    return address;
  Type *int64 = builder.getInt64Ty();
  Value *stride = builder.CreateMul(builder.CreateZExtOrTrunc(lines.stride, int64),
                                    builder.getInt64(lines.elementBytes));
  return builder.CreatePtrAdd(address, builder.CreateMul(builder.CreateZExt(lane, int64), stride));
}

/// What is stored, as an integer of 64 bits, or null.
Value *storedValue(IRBuilder<> &builder, const MemoryAccess &access) {
  Value *stored = access.stored;
  if (!stored || access.size > MaxValueBytes || access.length)
    return nullptr;
  Type *type = stored->getType();
  if (type->isPointerTy()) {
    stored = builder.CreatePtrToInt(stored, builder.getInt64Ty());
  } else if (!type->isIntegerTy()) {
    TypeSize bits = type->getPrimitiveSizeInBits();
    if (bits.isZero() || type->isPtrOrPtrVectorTy())
      return nullptr;
    stored = builder.CreateBitCast(stored, builder.getIntNTy(bits.getFixedValue()));
  }
  // Asm operands may be wider than what is written.
  stored = builder.CreateZExtOrTrunc(stored, builder.getIntNTy(access.size * 8));
  return builder.CreateZExt(stored, builder.getInt64Ty());
}

/// How many bytes, where only the program knows.
Value *lengthInBytes(IRBuilder<> &builder, const MemoryAccess &access) {
  Type *int64 = builder.getInt64Ty();
  if (access.lengthUnit == 1)
    return builder.CreateZExtOrTrunc(access.length, int64);
  Value *count = builder.CreateBinaryIntrinsic(Intrinsic::smax, access.length,
                                               ConstantInt::get(access.length->getType(), 0));
  return builder.CreateMul(builder.CreateZExt(count, int64), builder.getInt64(access.lengthUnit));
}

uint32_t staticFlags(const MemoryAccess &access, const Value *stored) {
  uint32_t flags = 0;
  if (stored)
    flags |= AccessHasValue;
  if (isPowerOf2_64(access.size) && access.alignment >= std::min<uint64_t>(access.size, 16))
    flags |= AccessAligned;
  return flags;
}

} // namespace

void Checks::place(Function &function, StringRef name, AsmDecoder &decoder, VolatileRule rule) {
  const bool isOptedOut = function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation);
  Value *context = Twins::contextIn(function);
  unsigned ordinal = 0;
  for (MemoryAccess &access : collectAccesses(function, decoder, rule)) {
    if (isOptedOut && access.isAnalysed())
      access.reason = abi::Reason::OptedOut;
    facts.push_back({access, name.str(), ++ordinal});
    dropped.push_back(false);
    place(facts.back(), facts.size() - 1, context);
  }
}

void Checks::place(const AccessFacts &row, unsigned number, Value *context) {
  const MemoryAccess &access = row.access;
  IRBuilder<> builder(access.instruction);
  // The position is that of the access even where the builder folds constants.
  builder.SetCurrentDebugLocation(access.instruction->getDebugLoc());
  Value *address = ConstantPointerNull::get(builder.getPtrTy()), *stored = nullptr;
  Value *size = builder.getInt64(access.size);
  if (access.isAnalysed()) {
    address = genericPointer(builder, access);
    if (access.lines.count)
      address = lineAddress(builder, access, address);
    stored = storedValue(builder, access);
    if (access.length)
      size = lengthInBytes(builder, access);
  }
  builder.CreateCall(RuntimeCallees(module).get(Entry::access),
                     {context, address, size, builder.getInt32(number),
                      builder.getInt32(uint32_t(classify(access.kind, access.scope))),
                      stored ? stored : builder.getInt64(0),
                      builder.getInt32(staticFlags(access, stored))});
  if (access.isAnalysed() && access.maySynchronise())
    placeSyncHooks(access, context, address);
  auto *note = ConstantAsMetadata::get(builder.getInt32(number));
  access.instruction->setMetadata(NoteMetadata, MDNode::get(module.getContext(), note));
}

bool Checks::isCheck(const Instruction &instruction) const {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && isCallOf(*call, Entry::access);
}

const AccessFacts &Checks::factsOf(const CallInst &check) const {
  return facts[cast<ConstantInt>(check.getArgOperand(SiteArgument))->getZExtValue()];
}

/// They stand together, but for the hooks of a strong access.
Instruction *Checks::accessOf(CallInst &check) const {
  constexpr unsigned Near = 4;
  const uint64_t number = cast<ConstantInt>(check.getArgOperand(SiteArgument))->getZExtValue();
  Instruction *next = check.getNextNode();
  for (unsigned i = 0; next && i < Near; next = next->getNextNode(), ++i)
    if (MDNode *note = next->getMetadata(NoteMetadata);
        note && mdconst::extract<ConstantInt>(note->getOperand(0))->getZExtValue() == number)
      return next;
  return nullptr;
}

void Checks::dropStackCheck(CallInst &check) {
  dropped[cast<ConstantInt>(check.getArgOperand(SiteArgument))->getZExtValue()] = true;
  check.eraseFromParent();
}

const AccessFacts *Checks::droppedFacts(const Instruction &access) const {
  MDNode *note = access.getMetadata(NoteMetadata);
  if (!note)
    return nullptr;
  const uint64_t number = mdconst::extract<ConstantInt>(note->getOperand(0))->getZExtValue();
  return dropped[number] ? &facts[number] : nullptr;
}

void Checks::markProved(CallInst &check) {
  if (Instruction *access = accessOf(check))
    access->setMetadata(ProvedMetadata, MDNode::get(module.getContext(), {}));
}

bool Checks::isProved(const Instruction &access) { return access.hasMetadata(ProvedMetadata); }

void Checks::removeNotes(Function &function) {
  for (Instruction &instruction : instructions(function))
    instruction.setMetadata(NoteMetadata, nullptr);
}

SmallVector<CallInst *, 0> checksIn(Function &function) {
  SmallVector<CallInst *, 0> checks;
  const Function *entry = findEntry(*function.getParent(), Entry::access);
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction() == entry)
      checks.push_back(call);
  return entry ? checks : SmallVector<CallInst *, 0>();
}

} // namespace warpsan
