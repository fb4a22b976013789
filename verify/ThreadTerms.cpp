//===- ThreadTerms.cpp - What one thread computes --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/ThreadTerms.h"
#include "analysis/LaunchRegisters.h"
#include "analysis/LibdeviceCall.h"
#include "verify/IntegerFunctions.h"
#include "verify/Terms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warpsan::verify {
namespace {

constexpr unsigned WarpSize = 32;
constexpr std::array<char, Dimensions> Axis{'x', 'y', 'z'};

/// Follows from its operands, for whichever thread.
bool isFunction(const CallBase &call) {
  if (isMathFunction(call))
    return true;
  auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  return intrinsic && intrinsic->arg_size() > 0 && intrinsic->doesNotAccessMemory() &&
         !intrinsic->isConvergent();
}

} // namespace

ThreadTerms::ThreadTerms(const Kernel &code, LaunchTerms &terms, const Knowledge &known,
                         std::string threadName)
    : kernel(code), launch(terms), knowledge(known), name(std::move(threadName)) {
  for (unsigned i = 0; i < Dimensions; ++i) {
    threadIndices.push_back(
        launch.indexIn(launch.extentOfBlock(i), name + ".threadIdx." + Axis[i]));
    blockIndices.push_back(launch.indexIn(launch.extentOfGrid(i), name + ".blockIdx." + Axis[i]));
  }
}

ThreadTerms::ThreadTerms(const Kernel &code, LaunchTerms &terms, const Knowledge &known,
                         std::string threadName, ThreadTerms &other, RanAlike alike,
                         Kernel::Level shared)
    : ThreadTerms(code, terms, known, std::move(threadName)) {
  peer = &other;
  ranAlike = std::move(alike);
  level = shared;
  if (ranAlike)
    blockIndices = other.blockIndices;
}

z3::expr ThreadTerms::linearIndex() const {
  return threadIndices[0] +
         launch.extentOfBlock(0) * (threadIndices[1] + launch.extentOfBlock(1) * threadIndices[2]);
}

bool ThreadTerms::isCarried(const PHINode &phi) const {
  return kernel.loops().isLoopHeader(phi.getParent());
}

bool ThreadTerms::ranLikePeer(const Instruction &instruction) const {
  return peer && ranAlike && ranAlike(instruction);
}

bool ThreadTerms::isPeersToo(const Value &value) const {
  auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && kernel.uniformity(level).isUniform(value) && ranLikePeer(*instruction);
}

z3::expr ThreadTerms::value(const Value &value) {
  if (auto found = values.find(&value); found != values.end())
    return found->second;
  const z3::expr term = compute(value);
  return values.try_emplace(&value, term).first->second;
}

static Doubt doubtOf(const Value &value) {
  if (isa<LoadInst, ExtractElementInst>(value))
    return Doubt::Memory;
  if (isa<PHINode>(value))
    return Doubt::Loop;
  return isa<CallBase, AtomicRMWInst, AtomicCmpXchgInst, ExtractValueInst>(value)
             ? Doubt::Call
             : Doubt::Arithmetic;
}

z3::expr ThreadTerms::anything(const Value &value) { return anything(value, doubtOf(value)); }

/// Any value that the type has.
z3::expr ThreadTerms::anything(const Value &value, Doubt why) {
  if (isPeersToo(value)) {
    const z3::expr shared = peer->value(value);
    adoptDoubts();
    return shared;
  }
  doubt.add(why);
  return asValue(launch.symbol(name + "." + nameOf(value), std::max(bitsOf(value), 1u)), value);
}

z3::expr ThreadTerms::compute(const Value &value) {
  z3::context &context = launch.context();
  if (auto *constant = dyn_cast<ConstantInt>(&value))
    return constant->getType()->isIntegerTy(1) ? context.bool_val(constant->isOne())
                                               : numeral(context, constant->getValue());
  if (auto *constant = dyn_cast<ConstantFP>(&value))
    return numeral(context, constant->getValueAPF().bitcastToAPInt());
  auto *argument = dyn_cast<Argument>(&value);
  if (argument && bitsOf(value)) {
    z3::expr term = asValue(launch.parameter({argument->getArgNo(), 0}, bitsOf(value)), value);
    const Value *equal = kernel.equalTo(*argument);
    if (!equal)
      return term;
    values.try_emplace(&value, term); // may name itself
    z3::expr other = this->value(*equal).simplify();
    values.erase(&value);
    if (!other.is_numeral())
      return term;
    launch.addFact(term == other);
    return other;
  }
  if (auto *instruction = dyn_cast<Instruction>(&value); instruction && bitsOf(value))
    return computeInstruction(*instruction);
  return anything(value);
}

z3::expr ThreadTerms::computeInstruction(const Instruction &instruction) {
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return isCarried(*phi) ? carried(*phi) : merged(*phi);
  if (auto *read = dyn_cast<LoadInst>(&instruction))
    return load(*read);
  if (isa<CallBase>(instruction))
    return call(instruction);
  if (isa<CmpInst>(instruction))
    return comparison(instruction);
  if (isa<CastInst>(instruction))
    return conversion(instruction);
  if (isa<FreezeInst>(instruction))
    return value(*instruction.getOperand(0));
  if (auto *select = dyn_cast<SelectInst>(&instruction))
    return choice(value(*select->getCondition()), value(*select->getTrueValue()),
                  value(*select->getFalseValue()));
  if (isa<BinaryOperator, UnaryOperator>(instruction))
    return arithmetic(instruction);
  return draw(instruction);
}

/// What only its operands decide, without saying how.
z3::expr ThreadTerms::function(StringRef functionName, const Instruction &instruction) {
  SmallVector<z3::expr, 4> arguments;
  auto *call = dyn_cast<CallBase>(&instruction);
  for (const Use &operand : call ? call->args() : instruction.operands()) {
    if (!bitsOf(*operand))
      return anything(instruction);
    arguments.push_back(value(*operand));
  }
  doubt.add(Doubt::Arithmetic);
  return asValue(launch.apply(functionName, arguments, bitsOf(instruction)), instruction);
}

/// Rounded towards zero, as the language has it. By a power of two a shift will do, which costs
/// the solver a fraction.
static z3::expr dividedBy(const z3::expr &a, const z3::expr &b) {
  uint64_t divisor = 0;
  const unsigned bits = a.get_sort().bv_size();
  if (!b.simplify().is_numeral_u64(divisor) || !isPowerOf2_64(divisor) ||
      Log2_64(divisor) >= bits - 1)
    return a / b;
  const z3::expr shift = a.ctx().bv_val(Log2_64(divisor), bits);
  const z3::expr toZero =
      z3::ite(a < 0, a.ctx().bv_val(divisor - 1, bits), a.ctx().bv_val(0, bits));
  return z3::ashr(a + toZero, shift);
}

z3::expr ThreadTerms::arithmetic(const Instruction &instruction) {
  if (!instruction.getType()->isIntegerTy())
    return function(instruction.getOpcodeName(), instruction);
  const z3::expr a = value(*instruction.getOperand(0)), b = value(*instruction.getOperand(1));
  if (a.is_bool()) {
    switch (instruction.getOpcode()) {
    case Instruction::And:
    case Instruction::Mul:
      return both(a, b);
    case Instruction::Or:
      return either(a, b);
    case Instruction::Xor:
    case Instruction::Add:
    case Instruction::Sub:
      return a != b;
    default:
      return anything(instruction);
    }
  }
  switch (instruction.getOpcode()) {
  case Instruction::Add:
    return a + b;
  case Instruction::Sub:
    return a - b;
  case Instruction::Mul:
    return a * b;
  case Instruction::UDiv:
    return z3::udiv(a, b);
  case Instruction::SDiv:
    return dividedBy(a, b);
  case Instruction::URem:
    return z3::urem(a, b);
  case Instruction::SRem:
    return a - dividedBy(a, b) * b;
  case Instruction::Shl:
    return z3::shl(a, b);
  case Instruction::LShr:
    return z3::lshr(a, b);
  case Instruction::AShr:
    return z3::ashr(a, b);
  case Instruction::And:
    return a & b;
  case Instruction::Or:
    return a | b;
  case Instruction::Xor:
    return a ^ b;
  default:
    return anything(instruction);
  }
}

static z3::expr compare(CmpInst::Predicate predicate, const z3::expr &a, const z3::expr &b) {
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return a == b;
  case CmpInst::ICMP_NE:
    return a != b;
  case CmpInst::ICMP_ULT:
    return z3::ult(a, b);
  case CmpInst::ICMP_ULE:
    return z3::ule(a, b);
  case CmpInst::ICMP_UGT:
    return z3::ugt(a, b);
  case CmpInst::ICMP_UGE:
    return z3::uge(a, b);
  case CmpInst::ICMP_SLT:
    return a < b;
  case CmpInst::ICMP_SLE:
    return a <= b;
  case CmpInst::ICMP_SGT:
    return a > b;
  default:
    return a >= b;
  }
}

z3::expr ThreadTerms::comparison(const Instruction &instruction) {
  auto &comparison = cast<CmpInst>(instruction);
  const Value &left = *comparison.getOperand(0), &right = *comparison.getOperand(1);
  const std::string word = CmpInst::getPredicateName(comparison.getPredicate()).str();
  if (comparison.isFPPredicate())
    return function("fcmp " + word, instruction);
  if (left.getType()->isPointerTy()) {
    const PointerTerm a = pointer(left), b = pointer(right);
    const z3::expr addressA = launch.apply("address", a.object, AddressBits) + a.offset;
    const z3::expr addressB = launch.apply("address", b.object, AddressBits) + b.offset;
    return compare(comparison.getPredicate(), addressA, addressB);
  }
  if (!bitsOf(left))
    return anything(instruction);
  return compare(comparison.getPredicate(), asBits(value(left)), asBits(value(right)));
}

z3::expr ThreadTerms::conversion(const Instruction &instruction) {
  const Value &operand = *instruction.getOperand(0);
  const unsigned bits = bitsOf(instruction);
  if (isa<PtrToIntInst>(instruction)) {
    const PointerTerm from = pointer(operand);
    return resized(launch.apply("address", from.object, AddressBits) + from.offset, bits, false);
  }
  if (!bitsOf(operand))
    return anything(instruction);
  switch (instruction.getOpcode()) {
  case Instruction::ZExt:
    return resized(asBits(value(operand)), bits, false);
  case Instruction::SExt:
    return resized(asBits(value(operand)), bits, true);
  case Instruction::Trunc:
    return asValue(resized(asBits(value(operand)), bits, false), instruction);
  case Instruction::BitCast:
    return value(operand);
  default:
    return function(instruction.getOpcodeName(), instruction);
  }
}

z3::expr ThreadTerms::call(const Instruction &instruction) {
  auto &call = cast<CallBase>(instruction);
  if (const auto known = launchRegister(call)) {
    const unsigned number = unsigned(*known);
    const unsigned dimension = number % Dimensions;
    switch (number / Dimensions) {
    case 0:
      return threadIndices[dimension];
    case 1:
      return blockIndices[dimension];
    case 2:
      return launch.extentOfBlock(dimension);
    default:
      return launch.extentOfGrid(dimension);
    }
  }
  if (auto *known = dyn_cast<IntrinsicInst>(&call))
    return intrinsic(*known);
  if (isFunction(call))
    return function(call.getCalledFunction()->getName(), call);
  return anything(call);
}

z3::expr ThreadTerms::intrinsic(const IntrinsicInst &intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
    return launch.context().bv_val(WarpSize, bitsOf(intrinsic));
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return linearIndex() & launch.context().bv_val(WarpSize - 1, bitsOf(intrinsic));
  default:
    break;
  }
  const auto operand = [&](unsigned number) { return value(*intrinsic.getArgOperand(number)); };
  if (const std::optional<z3::expr> term = integerFunction(intrinsic, operand))
    return *term;
  return bitsOf(intrinsic) && isFunction(intrinsic)
             ? function(intrinsic.getCalledFunction()->getName(), intrinsic)
             : anything(intrinsic);
}

/// What nobody writes to is a function of the place.
z3::expr ThreadTerms::load(const LoadInst &load) {
  if (const auto field = kernel.fields().find(static_cast<const Value &>(load)))
    return asValue(launch.parameter(*field, bitsOf(load)), load);
  const PointerTerm from = pointer(*load.getPointerOperand());
  if (!load.isSimple() || !from.object.is_numeral())
    return anything(load);
  const unsigned number = from.object.get_numeral_uint();
  if (number <= Kernel::OwnObject)
    return anything(load);
  if (kernel.object(number).isWritten) {
    const std::optional<z3::expr> term = told(load);
    return term ? *term : anything(load);
  }
  return asValue(launch.memory(number, from.offset, bitsOf(load)), load);
}

/// What the one thread has stored that stores there. Of two threads of a block both are told
/// the same.
std::optional<z3::expr> ThreadTerms::told(const LoadInst &load) {
  const auto found = knowledge.broadcasts.find(&load);
  if (found == knowledge.broadcasts.end() || isPeersToo(load))
    return std::nullopt;
  const Access &store = *found->second.store;
  // Behind the store it is the thread that tells.
  ThreadTerms &teller =
      kernel.dominators().dominates(store.place, &load) ? *this : tellerOf(found->second);
  return asValue(resized(asBits(teller.value(*store.stored)), bitsOf(load), false), load);
}

ThreadTerms &ThreadTerms::tellerOf(const Broadcast &broadcast) {
  const BasicBlock &place = *broadcast.store->place->getParent();
  std::shared_ptr<ThreadTerms> &teller = tellers[{&place, broadcast.first}];
  if (!teller) {
    teller = std::make_shared<ThreadTerms>(kernel, launch, knowledge, name + ".teller");
    teller->blockIndices = blockIndices;
    knownFacts.push_back(
        z3::implies(arrives(*broadcast.first->getParent()), teller->comesTo(place)));
  }
  return *teller;
}

z3::expr ThreadTerms::draw(const Instruction &instruction) {
  const z3::expr number = anything(instruction);
  const std::optional<Draw> known = knowledge.counters.drawOf(instruction);
  if (!known || isPeersToo(instruction))
    return number;
  drawn.push_back({*known, number});
  // The counter goes on without coming round.
  const z3::expr amount = launch.context().bv_val(known->amount, bitsOf(instruction));
  knownFacts.push_back(known->goesDown ? z3::uge(number, amount) : z3::ule(number, ~amount));
  return number;
}

std::vector<DrawTerm> ThreadTerms::draws() const {
  std::vector<DrawTerm> all = drawn;
  for (const auto &[place, teller] : tellers)
    llvm::append_range(all, teller->draws());
  return all;
}

std::vector<z3::expr> ThreadTerms::facts() const {
  std::vector<z3::expr> all = knownFacts;
  for (const auto &[place, teller] : tellers)
    llvm::append_range(all, teller->facts());
  return all;
}

/// By the way that the thread came.
z3::expr ThreadTerms::merged(const PHINode &phi) {
  z3::expr result = value(*phi.getIncomingValue(0));
  for (unsigned i = 1; i < phi.getNumIncomingValues(); ++i)
    result = choice(takes(*phi.getIncomingBlock(i), *phi.getParent()),
                    value(*phi.getIncomingValue(i)), result);
  return result;
}

} // namespace warpsan::verify
