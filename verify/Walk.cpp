//===- Walk.cpp - One thread of a counterexample, run ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Walk.h"
#include "analysis/LaunchRegisters.h"
#include "verify/ThreadTerms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warpsan::verify {
namespace {

constexpr unsigned MaxSteps = 200'000;

/// Which the program promises that it does not.
bool overflows(const Instruction &instruction, ArrayRef<Constant *> operands) {
  auto *operation = dyn_cast<OverflowingBinaryOperator>(&instruction);
  if (!operation || operands.size() != 2)
    return false;
  auto *a = dyn_cast<ConstantInt>(operands[0]), *b = dyn_cast<ConstantInt>(operands[1]);
  if (!a || !b)
    return false;
  const APInt &left = a->getValue(), &right = b->getValue();
  bool isSigned = false, isUnsigned = false;
  switch (operation->getOpcode()) {
  case Instruction::Add:
    (void)left.sadd_ov(right, isSigned), (void)left.uadd_ov(right, isUnsigned);
    break;
  case Instruction::Sub:
    (void)left.ssub_ov(right, isSigned), (void)left.usub_ov(right, isUnsigned);
    break;
  case Instruction::Mul:
    (void)left.smul_ov(right, isSigned), (void)left.umul_ov(right, isUnsigned);
    break;
  default:
    (void)left.sshl_ov(right, isSigned), (void)left.ushl_ov(right, isUnsigned);
    break;
  }
  return (isSigned && operation->hasNoSignedWrap()) ||
         (isUnsigned && operation->hasNoUnsignedWrap());
}

} // namespace

Walk::Walk(const Kernel &code, LaunchTerms &terms, const z3::model &found, const Witness &numbers,
           const ThreadWitness &own, Kernel::Level barrierLevel)
    : kernel(code), launch(terms), model(found), witness(numbers), thread(own),
      level(barrierLevel) {}

SmallVector<Arrival, 4> Walk::arrivalsAt(const Access &access) {
  SmallVector<Arrival, 4> arrivals;
  const BasicBlock *block = &kernel.function().getEntryBlock();
  while (block) {
    for (const Instruction &instruction : *block) {
      if (isa<PHINode>(instruction))
        continue;
      if (&instruction == access.place)
        if (const auto place = pointer(*access.pointer))
          arrivals.push_back({place->object, place->offset, barriers});
      if (++steps > MaxSteps || !step(instruction))
        return arrivals;
    }
    const BasicBlock *from = block;
    block = next(*from);
    if (block)
      enter(*block, *from);
  }
  return arrivals;
}

bool Walk::isBarrier(const Instruction &instruction) const {
  return is_contained(kernel.barriers(Kernel::Level::Block), &instruction) ||
         (level == Kernel::Level::Warp &&
          is_contained(kernel.barriers(Kernel::Level::Warp), &instruction));
}

/// False if the way with these numbers is none of the program's.
bool Walk::step(const Instruction &instruction) {
  if (auto *assumption = dyn_cast<AssumeInst>(&instruction)) {
    const Constant *condition = number(*assumption->getArgOperand(0));
    return !condition || !condition->isNullValue();
  }
  barriers += isBarrier(instruction);
  set(instruction);
  return true;
}

void Walk::set(const Instruction &instruction) {
  if (instruction.getType()->isPointerTy())
    pointers[&instruction] = computePointer(instruction);
  else if (!instruction.getType()->isVoidTy())
    numbers[&instruction] = fold(instruction);
}

/// The phis of a block change together.
void Walk::enter(const BasicBlock &block, const BasicBlock &from) {
  SmallVector<std::pair<const PHINode *, Constant *>, 4> newNumbers;
  SmallVector<std::pair<const PHINode *, std::optional<Pointer>>, 4> newPointers;
  for (const PHINode &phi : block.phis()) {
    const Value &value = *phi.getIncomingValueForBlock(&from);
    if (phi.getType()->isPointerTy())
      newPointers.emplace_back(&phi, pointer(value));
    else
      newNumbers.emplace_back(&phi, number(value));
  }
  for (const auto &[phi, value] : newNumbers)
    numbers[phi] = value;
  for (const auto &[phi, value] : newPointers)
    pointers[phi] = value;
}

/// Null where the thread ends, or goes on in a way that is not known.
const BasicBlock *Walk::next(const BasicBlock &block) {
  const Instruction *end = block.getTerminator();
  if (auto *branch = dyn_cast<BranchInst>(end)) {
    if (branch->isUnconditional())
      return branch->getSuccessor(0);
    auto *condition = dyn_cast_or_null<ConstantInt>(number(*branch->getCondition()));
    return condition ? branch->getSuccessor(condition->isZero()) : nullptr;
  }
  auto *choice = dyn_cast<SwitchInst>(end);
  auto *condition =
      choice ? dyn_cast_or_null<ConstantInt>(number(*choice->getCondition())) : nullptr;
  return condition ? choice->findCaseValue(condition)->getCaseSuccessor() : nullptr;
}

Constant *Walk::integer(const Value &like, const z3::expr &term) {
  auto *type = dyn_cast<IntegerType>(like.getType());
  const z3::expr value = model.eval(term, /*model_completion=*/true);
  uint64_t bits = 0;
  if (!type || !value.is_numeral_u64(bits))
    return nullptr;
  return ConstantInt::get(type, bits);
}

Constant *Walk::number(const Value &value) {
  if (auto *constant = dyn_cast<Constant>(&value))
    return isa<UndefValue>(constant) ? nullptr : const_cast<Constant *>(constant);
  if (auto *argument = dyn_cast<Argument>(&value); argument && value.getType()->isIntegerTy())
    return integer(
        value, launch.parameter({argument->getArgNo(), 0}, value.getType()->getIntegerBitWidth()));
  return numbers.lookup(&value);
}

Constant *Walk::fold(const Instruction &instruction) {
  if (auto *read = dyn_cast<LoadInst>(&instruction))
    return load(*read);
  if (const auto known = launchRegister(instruction))
    return registerOf(instruction, unsigned(*known));
  if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    const Constant *condition = number(*select->getCondition());
    if (!condition)
      return nullptr;
    return number(condition->isNullValue() ? *select->getFalseValue() : *select->getTrueValue());
  }
  if (isa<FreezeInst>(instruction))
    return number(*instruction.getOperand(0));
  if (instruction.mayReadOrWriteMemory())
    return nullptr;
  SmallVector<Constant *, 4> operands;
  for (const Use &operand : instruction.operands()) {
    Constant *value =
        operand->getType()->isPointerTy() && !isa<Function>(*operand) ? nullptr : number(*operand);
    if (!value)
      return nullptr;
    operands.push_back(value);
  }
  if (overflows(instruction, operands))
    return nullptr;
  Constant *result = ConstantFoldInstOperands(const_cast<Instruction *>(&instruction), operands,
                                              kernel.function().getDataLayout());
  // Not what is poison, or folds to an expression.
  return isa_and_nonnull<ConstantInt, ConstantFP>(result) ? result : nullptr;
}

Constant *Walk::registerOf(const Instruction &read, unsigned known) {
  const unsigned dimension = known % Dimensions;
  const std::array<const std::array<uint32_t, Dimensions> *, 4> registers{
      &thread.thread, &thread.block, &witness.blockDim, &witness.gridDim};
  return ConstantInt::get(read.getType(), (*registers[known / Dimensions])[dimension]);
}

/// What nobody writes holds what the counterexample says.
Constant *Walk::load(const LoadInst &load) {
  if (!load.getType()->isIntegerTy())
    return nullptr;
  const unsigned bits = load.getType()->getIntegerBitWidth();
  if (const auto field = kernel.fields().find(static_cast<const Value &>(load)))
    return integer(load, launch.parameter(*field, bits));
  const auto from = pointer(*load.getPointerOperand());
  if (!from || from->object <= Kernel::OwnObject || kernel.object(from->object).isWritten ||
      !load.isSimple())
    return nullptr;
  const z3::expr offset = launch.context().bv_val(from->offset, ThreadTerms::AddressBits);
  Constant *value = integer(load, launch.memory(from->object, offset, bits));
  if (auto *number = dyn_cast_or_null<ConstantInt>(value))
    note({from->object, from->offset, unsigned(divideCeil(bits, 8)), number->getZExtValue()});
  return value;
}

void Walk::note(const MemoryContent &content) {
  if (!is_contained(noted, content))
    noted.push_back(content);
}

std::optional<Walk::Pointer> Walk::pointer(const Value &value) {
  if (auto found = pointers.find(&value); found != pointers.end())
    return found->second;
  if (isa<Instruction>(value))
    return std::nullopt;
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&value))
    return pointer(*cast->getPointerOperand());
  if (auto *step = dyn_cast<GEPOperator>(&value)) {
    APInt offset(ThreadTerms::AddressBits, 0);
    const auto base = pointer(*step->getPointerOperand());
    if (!base || !step->accumulateConstantOffset(kernel.function().getDataLayout(), offset))
      return std::nullopt;
    return Pointer{base->object, base->offset + offset.getSExtValue()};
  }
  const unsigned object = kernel.objectAt(value);
  return object == Kernel::UnknownObject ? std::nullopt : std::optional(Pointer{object, 0});
}

std::optional<Walk::Pointer> Walk::computePointer(const Instruction &instruction) {
  if (auto *cast = dyn_cast<AddrSpaceCastInst>(&instruction))
    return pointer(*cast->getPointerOperand());
  if (auto *step = dyn_cast<GetElementPtrInst>(&instruction)) {
    const auto base = pointer(*step->getPointerOperand());
    SmallVector<Value *, 4> indices;
    for (const Use &index : step->indices())
      indices.push_back(number(*index));
    if (!base || is_contained(indices, nullptr))
      return std::nullopt;
    const int64_t bytes = kernel.function().getDataLayout().getIndexedOffsetInType(
        step->getSourceElementType(), indices);
    return Pointer{base->object, base->offset + bytes};
  }
  if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    const Constant *condition = number(*select->getCondition());
    if (!condition)
      return std::nullopt;
    return pointer(condition->isNullValue() ? *select->getFalseValue() : *select->getTrueValue());
  }
  const unsigned object = kernel.objectAt(instruction);
  return object == Kernel::UnknownObject ? std::nullopt : std::optional(Pointer{object, 0});
}

} // namespace warpsan::verify
