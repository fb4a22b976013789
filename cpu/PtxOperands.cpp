//===- PtxOperands.cpp - Registers and operands of inline PTX --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/PtxOperands.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warpsan::cpu {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

namespace {

unsigned bitsOf(Type *type) {
  return type->isPointerTy() ? 64 : static_cast<unsigned>(type->getPrimitiveSizeInBits());
}

SmallVector<Type *> resultTypes(Type *type) {
  if (type->isVoidTy())
    return {};
  if (auto *structure = dyn_cast<StructType>(type))
    return SmallVector<Type *>(structure->elements());
  return {type};
}

} // namespace

PtxOperands::PtxOperands(DeviceModule &target, IRBuilder<> &irBuilder, Function &body,
                         const ptx::AsmText &asmText)
    : device(target), builder(irBuilder), function(body), text(asmText) {}

/// Zeroed: a register that is read before it is written has some value.
PtxOperands::Slot PtxOperands::makeSlot(Type *type) {
  AllocaInst *memory = builder.CreateAlloca(type);
  builder.CreateStore(Constant::getNullValue(type), memory);
  return {memory, type};
}

bool PtxOperands::setUp(const InlineAsm &assembly) {
  for (Type *type : resultTypes(function.getReturnType()))
    outputs.push_back(makeSlot(type));
  for (const ptx::Register &reg : text.registers) {
    if (!reg.bits())
      return false;
    registers.push_back(makeSlot(builder.getIntNTy(reg.bits())));
  }
  unsigned input = 0;
  for (const InlineAsm::ConstraintInfo &constraint : assembly.ParseConstraints()) {
    if (constraint.isIndirect)
      return false;
    if (constraint.Type != InlineAsm::isInput)
      continue;
    for (StringRef code : constraint.Codes) // "0": starts as the output of that number
      if (unsigned tied; !code.getAsInteger(10, tied) && tied < outputs.size())
        builder.CreateStore(convert(function.getArg(input), outputs[tied].type),
                            outputs[tied].memory);
    ++input;
  }
  return true;
}

/// Same bits; integers are cut or extended to the width.
Value *PtxOperands::convert(Value *value, Type *type, bool isSigned) {
  if (value->getType() == type)
    return value;
  if (value->getType()->isPointerTy())
    value = builder.CreatePtrToInt(value, builder.getInt64Ty());
  value = builder.CreateBitCast(value, builder.getIntNTy(bitsOf(value->getType())));
  value = builder.CreateIntCast(value, builder.getIntNTy(bitsOf(type)), isSigned);
  return type->isPointerTy() ? builder.CreateIntToPtr(value, type)
                             : builder.CreateBitCast(value, type);
}

const PtxOperands::Slot *PtxOperands::slotOf(const Operand &operand) const {
  if (operand.is(Kind::AsmOperand) && operand.index < outputs.size())
    return &outputs[operand.index];
  if (operand.is(Kind::Register) && operand.index < registers.size())
    return &registers[operand.index];
  return nullptr;
}

//===--- Reading -----------------------------------------------------------===//

Value *PtxOperands::readSpecial(StringRef name) {
  std::string spelling = name.str();
  for (int attempt = 0; attempt < 2; ++attempt) {
    const std::string callee = "nvvm.read.ptx.sreg." + spelling;
    if (const Function *definition = device.library.find(callee))
      return device.call(builder, callee, definition->getReturnType(), {});
    std::replace(spelling.begin(), spelling.end(), '_', '.'); // %lanemask_lt: lanemask.lt
  }
  return nullptr;
}

/// Elements in memory order: the first one has the lowest bits.
Value *PtxOperands::readVector(const Operand &operand, Type *type) {
  const auto count = static_cast<unsigned>(operand.parts.size());
  Type *element = builder.getIntNTy(bitsOf(type) / count);
  Type *whole = builder.getIntNTy(bitsOf(type));
  Value *result = Constant::getNullValue(whole);
  for (unsigned i = 0; i < count; ++i) {
    Value *part = read(operand.parts[i], element);
    if (!part)
      return nullptr;
    part = builder.CreateShl(builder.CreateZExt(part, whole), i * bitsOf(element));
    result = builder.CreateOr(result, part);
  }
  return convert(result, type);
}

Value *PtxOperands::readConstant(const Operand &operand, Type *type) {
  if (operand.is(Kind::Integer))
    return convert(builder.getInt64(static_cast<uint64_t>(operand.value)), type);
  if (operand.isSingle)
    return convert(builder.getInt32(static_cast<uint32_t>(operand.value)), type);
  const APFloat number(APFloat::IEEEdouble(), APInt(64, static_cast<uint64_t>(operand.value)));
  Value *value = ConstantFP::get(builder.getDoubleTy(), number);
  return type->isFloatingPointTy() ? builder.CreateFPCast(value, type) : convert(value, type);
}

Value *PtxOperands::readBits(const Operand &operand, Type *type) {
  switch (operand.kind) {
  case Kind::AsmOperand:
  case Kind::Register: {
    if (const Slot *slot = slotOf(operand))
      return convert(builder.CreateLoad(slot->type, slot->memory), type);
    const size_t input = operand.index - outputs.size();
    return operand.is(Kind::AsmOperand) && input < function.arg_size()
               ? convert(function.getArg(static_cast<unsigned>(input)), type)
               : nullptr;
  }
  case Kind::Special: {
    Value *value = readSpecial(operand.text);
    return value ? convert(value, type) : nullptr;
  }
  case Kind::Integer:
  case Kind::Float:
    return readConstant(operand, type);
  case Kind::Vector:
    return readVector(operand, type);
  case Kind::Name:
  case Kind::Memory:
  case Kind::Pair:
  case Kind::Tuple:
  case Kind::Sink:
    return nullptr;
  }
  return nullptr;
}

Value *PtxOperands::read(const Operand &operand, Type *type) {
  Value *value = readBits(operand, type);
  return value && operand.negated ? builder.CreateNot(value) : value;
}

Value *PtxOperands::address(const Operand &memory, uint64_t bytes) {
  if (!memory.is(Kind::Memory) || memory.parts.size() != 1)
    return nullptr;
  Value *base = read(memory.parts[0], builder.getPtrTy());
  if (!base)
    return nullptr;
  const uint64_t constant = static_cast<uint64_t>(memory.value) + bytes;
  if (constant)
    base = builder.CreatePtrAdd(base, builder.getInt64(constant));
  if (memory.offsetIndex) {
    Operand offset;
    offset.kind = Kind::AsmOperand;
    offset.index = *memory.offsetIndex;
    Value *value = read(offset, builder.getInt64Ty());
    base = value ? builder.CreatePtrAdd(base, value) : nullptr;
  }
  return base;
}

//===--- Writing -----------------------------------------------------------===//

bool PtxOperands::writeVector(const Operand &operand, Value *value) {
  const auto count = static_cast<unsigned>(operand.parts.size());
  const unsigned bits = bitsOf(value->getType()) / count;
  value = convert(value, builder.getIntNTy(bits * count));
  for (unsigned i = 0; i < count; ++i) {
    Value *part = builder.CreateTrunc(builder.CreateLShr(value, i * bits), builder.getIntNTy(bits));
    if (!write(operand.parts[i], part))
      return false;
  }
  return true;
}

bool PtxOperands::write(const Operand &operand, Value *value, bool isSigned) {
  if (operand.is(Kind::Sink))
    return true;
  if (operand.is(Kind::Vector))
    return writeVector(operand, value);
  const Slot *slot = slotOf(operand);
  if (slot)
    builder.CreateStore(convert(value, slot->type, isSigned), slot->memory);
  return slot != nullptr;
}

void PtxOperands::emitReturn() {
  if (outputs.empty()) {
    builder.CreateRetVoid();
    return;
  }
  Type *type = function.getReturnType();
  if (!type->isStructTy()) {
    builder.CreateRet(builder.CreateLoad(type, outputs[0].memory));
    return;
  }
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0; i < outputs.size(); ++i)
    result = builder.CreateInsertValue(result,
                                       builder.CreateLoad(outputs[i].type, outputs[i].memory), i);
  builder.CreateRet(result);
}

} // namespace warpsan::cpu
