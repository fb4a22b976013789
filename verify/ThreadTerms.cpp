//===- ThreadTerms.cpp - What one thread computes --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/ThreadTerms.h"
#include "analysis/LaunchRegisters.h"
#include "analysis/LibdeviceCall.h"

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

using namespace llvm;

namespace warpsan::verify {
namespace {

constexpr unsigned WarpSize = 32;
constexpr std::array<char, Dimensions> Axis{'x', 'y', 'z'};

/// Bits of a number, or 0 for a value that is none.
unsigned bitsOf(const Value &value) {
  const Type *type = value.getType();
  if (type->isIntegerTy())
    return type->getIntegerBitWidth();
  return type->isFloatingPointTy() ? type->getScalarSizeInBits() : 0;
}

z3::expr numeral(z3::context &context, const APInt &value) {
  SmallString<32> digits;
  value.toString(digits, 10, /*Signed=*/false);
  return context.bv_val(digits.c_str(), value.getBitWidth());
}

bool isZero(const z3::expr &term) { return term.is_numeral() && term.get_numeral_uint64() == 0; }

z3::expr both(const z3::expr &a, const z3::expr &b) {
  if (a.is_true())
    return b;
  return b.is_true() ? a : a && b;
}

z3::expr either(const z3::expr &a, const z3::expr &b) {
  if (a.is_false())
    return b;
  return b.is_false() ? a : a || b;
}

/// Choice among ways of which one is gone.
z3::expr choice(const z3::expr &condition, const z3::expr &then, const z3::expr &otherwise) {
  if (z3::eq(then, otherwise) || condition.is_true())
    return then;
  return condition.is_false() ? otherwise : z3::ite(condition, then, otherwise);
}

z3::expr asBits(const z3::expr &value) { return value.is_bool() ? bitOf(value) : value; }

/// Of a bit vector that came from somewhere, as the value of a type.
z3::expr asValue(const z3::expr &bits, const Value &value) {
  return value.getType()->isIntegerTy(1) ? bits == bits.ctx().bv_val(1, 1) : bits;
}

std::string nameOf(const Value &value) {
  if (value.hasName())
    return value.getName().str();
  std::string text;
  raw_string_ostream out(text);
  if (auto *instruction = dyn_cast<Instruction>(&value))
    out << instruction->getOpcodeName();
  if (auto *instruction = dyn_cast<Instruction>(&value); instruction && instruction->getDebugLoc())
    out << ":" << instruction->getDebugLoc().getLine();
  return text;
}

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
    const z3::expr term =
        asValue(launch.parameter({argument->getArgNo(), 0}, bitsOf(value)), value);
    const Value *equal = kernel.equalTo(*argument);
    if (!equal)
      return term;
    values.try_emplace(&value, term); // may name itself
    const z3::expr other = this->value(*equal).simplify();
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
    return a / b;
  case Instruction::URem:
    return z3::urem(a, b);
  case Instruction::SRem:
    return z3::srem(a, b);
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
  z3::context &context = launch.context();
  const auto operand = [&](unsigned number) { return value(*intrinsic.getArgOperand(number)); };
  const bool isInteger = intrinsic.getType()->isIntegerTy() && !intrinsic.getType()->isIntegerTy(1);
  const auto least = [&](const auto &isLess) {
    const z3::expr a = operand(0), b = operand(1);
    return z3::ite(isLess(a, b), a, b);
  };
  switch (isInteger ? intrinsic.getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::umin:
    return least([](const z3::expr &a, const z3::expr &b) { return z3::ult(a, b); });
  case Intrinsic::umax:
    return least([](const z3::expr &a, const z3::expr &b) { return z3::ugt(a, b); });
  case Intrinsic::smin:
    return least([](const z3::expr &a, const z3::expr &b) { return a < b; });
  case Intrinsic::smax:
    return least([](const z3::expr &a, const z3::expr &b) { return a > b; });
  case Intrinsic::abs:
    return z3::ite(operand(0) < 0, -operand(0), operand(0));
  case Intrinsic::expect:
    return operand(0);
  case Intrinsic::fshl:
  case Intrinsic::fshr: {
    const unsigned bits = bitsOf(intrinsic);
    const bool isLeft = intrinsic.getIntrinsicID() == Intrinsic::fshl;
    const z3::expr amount = z3::zext(z3::urem(operand(2), context.bv_val(bits, bits)), bits);
    const z3::expr joined = z3::concat(operand(0), operand(1));
    return isLeft ? z3::shl(joined, amount).extract(2 * bits - 1, bits)
                  : z3::lshr(joined, amount).extract(bits - 1, 0);
  }
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
    return context.bv_val(WarpSize, bitsOf(intrinsic));
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return linearIndex() & context.bv_val(WarpSize - 1, bitsOf(intrinsic));
  default:
    return bitsOf(intrinsic) && isFunction(intrinsic)
               ? function(intrinsic.getCalledFunction()->getName(), intrinsic)
               : anything(intrinsic);
  }
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
  std::optional<z3::expr> result;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (isa<UndefValue>(phi.getIncomingValue(i)) && (result || i + 1 < phi.getNumIncomingValues()))
      continue;
    const z3::expr term = value(*phi.getIncomingValue(i));
    result =
        result ? choice(takes(*phi.getIncomingBlock(i), *phi.getParent()), term, *result) : term;
  }
  return *result;
}

z3::expr ThreadTerms::carried(const PHINode &phi) {
  if (isPeersToo(phi)) {
    const z3::expr shared = peer->value(phi);
    adoptDoubts();
    return shared;
  }
  std::optional<z3::expr> term = recurrence(phi);
  if (!term)
    term = listed(phi);
  if (!term)
    term = draw(phi);
  values.try_emplace(&phi, *term);
  assumeInvariants(*kernel.loops().getLoopFor(phi.getParent()));
  return *term;
}

std::optional<z3::expr> ThreadTerms::listed(const PHINode &phi) {
  const Loop &loop = *kernel.loops().getLoopFor(phi.getParent());
  return statesOf(loop).valueIn(round(loop), phi);
}

void ThreadTerms::assumeInvariants(const Loop &loop) {
  const auto found = knowledge.loops.find(&loop);
  if (found == knowledge.loops.end() || !withInvariants.insert(&loop).second)
    return;
  const z3::expr arrived = arrives(*loop.getHeader());
  for (const LoopFact &fact : found->second)
    knownFacts.push_back(z3::implies(arrived, fact(*this)));
}

/// Without what the loop computes.
ThreadTerms ThreadTerms::outside(const Loop &loop) const {
  ThreadTerms copy = *this;
  const auto isInside = [&](const Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && loop.contains(instruction);
  };
  std::erase_if(copy.values, [&](const auto &row) { return isInside(row.first); });
  std::erase_if(copy.pointers, [&](const auto &row) { return isInside(row.first); });
  std::erase_if(copy.arrivals, [&](const auto &row) { return loop.contains(row.first); });
  std::erase_if(copy.paths, [&](const auto &row) { return loop.contains(row.first); });
  std::erase_if(copy.rounds, [&](const auto &row) { return loop.contains(row.first); });
  copy.withInvariants.insert(&loop); // are not known of that round
  return copy;
}

ThreadTerms ThreadTerms::atEntry(const Loop &loop) {
  ThreadTerms copy = outside(loop);
  for (const PHINode &phi : loop.getHeader()->phis())
    if (bitsOf(phi))
      copy.values.try_emplace(&phi,
                              value(*phi.getIncomingValueForBlock(loop.getLoopPredecessor())));
  return copy;
}

ThreadTerms ThreadTerms::behind(const Loop &loop, const BasicBlock &latch) {
  std::vector<std::pair<const PHINode *, z3::expr>> next;
  for (const PHINode &phi : loop.getHeader()->phis())
    if (bitsOf(phi))
      next.emplace_back(&phi, value(*phi.getIncomingValueForBlock(&latch)));
  ThreadTerms copy = outside(loop);
  for (const auto &[phi, term] : next)
    copy.values.try_emplace(phi, term);
  return copy;
}

/// Each round adds to it, and as the program has it the sum does not overflow.
static bool isSignedSum(const PHINode &phi, const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  auto *next =
      latch ? dyn_cast<OverflowingBinaryOperator>(phi.getIncomingValueForBlock(latch)) : nullptr;
  return next && next->hasNoSignedWrap() && is_contained(next->operands(), &phi);
}

/// The value with which the loop was entered, and the number that each round adds.
std::optional<z3::expr> ThreadTerms::recurrence(const PHINode &phi) {
  const Loop &loop = *kernel.loops().getLoopFor(phi.getParent());
  const BasicBlock *entry = loop.getLoopPredecessor();
  if (!entry || !phi.getType()->isIntegerTy())
    return std::nullopt;
  auto *sum = dyn_cast<SCEVAddRecExpr>(kernel.evolution().getSCEV(const_cast<PHINode *>(&phi)));
  if (!sum || sum->getLoop() != &loop || !sum->isAffine())
    return std::nullopt;
  const auto step = evolved(*sum->getOperand(1), loop);
  if (!step)
    return std::nullopt;
  const unsigned bits = bitsOf(phi);
  const z3::expr start = asBits(value(*phi.getIncomingValueForBlock(entry)));
  const z3::expr result = start + *step * resized(round(loop), bits, false);
  const z3::expr plainStep = step->simplify();
  if ((sum->hasNoSignedWrap() || isSignedSum(phi, loop)) && plainStep.is_numeral())
    addNoWrap(start, plainStep, loop);
  return asValue(result, phi);
}

/// Overflow of signed numbers does not happen, as the language has it.
void ThreadTerms::addNoWrap(const z3::expr &start, const z3::expr &step, const Loop &loop) {
  const unsigned bits = start.get_sort().bv_size(), wide = 2 * bits;
  if (wide > AddressBits)
    return;
  const z3::expr count = resized(round(loop), wide, false);
  const z3::expr exact = z3::sext(start, bits) + z3::sext(step, bits) * count;
  const z3::expr most = launch.context().bv_val(uint64_t(1) << bits, wide);
  knownFacts.push_back(z3::ule(round(loop), resized(most, AddressBits, false)));
  knownFacts.push_back(exact == z3::sext(exact.extract(bits - 1, 0), bits));
}

std::optional<z3::expr> ThreadTerms::evolved(const SCEV &number, const Loop &loop) {
  ScalarEvolution &evolution = kernel.evolution();
  if (!number.getType()->isIntegerTy())
    return std::nullopt;
  const unsigned bits = number.getType()->getIntegerBitWidth();
  const auto operands = [&]() -> std::optional<std::vector<z3::expr>> {
    std::vector<z3::expr> terms;
    for (const SCEV *operand : number.operands()) {
      const auto term = evolved(*operand, loop);
      if (!term)
        return std::nullopt;
      terms.push_back(*term);
    }
    return terms;
  };
  const auto fold = [&](const auto &combine) -> std::optional<z3::expr> {
    const auto terms = operands();
    if (!terms)
      return std::nullopt;
    z3::expr result = terms->front();
    for (const z3::expr &term : ArrayRef(*terms).drop_front())
      result = combine(result, term);
    return result;
  };
  const auto least = [](const auto &isLess) {
    return [=](const z3::expr &a, const z3::expr &b) { return z3::ite(isLess(a, b), a, b); };
  };
  switch (number.getSCEVType()) {
  case scConstant:
    return numeral(launch.context(), cast<SCEVConstant>(number).getAPInt());
  case scUnknown:
    return asBits(value(*cast<SCEVUnknown>(number).getValue()));
  case scAddExpr:
    return fold([](const z3::expr &a, const z3::expr &b) { return a + b; });
  case scMulExpr:
    return fold([](const z3::expr &a, const z3::expr &b) { return a * b; });
  case scUDivExpr:
    return fold([](const z3::expr &a, const z3::expr &b) { return z3::udiv(a, b); });
  case scUMinExpr:
  case scSequentialUMinExpr:
    return fold(least([](const z3::expr &a, const z3::expr &b) { return z3::ult(a, b); }));
  case scUMaxExpr:
    return fold(least([](const z3::expr &a, const z3::expr &b) { return z3::ugt(a, b); }));
  case scSMinExpr:
    return fold(least([](const z3::expr &a, const z3::expr &b) { return a < b; }));
  case scSMaxExpr:
    return fold(least([](const z3::expr &a, const z3::expr &b) { return a > b; }));
  case scZeroExtend:
  case scTruncate:
  case scSignExtend: {
    const auto term = evolved(*number.operands().front(), loop);
    return term ? std::optional(resized(*term, bits, number.getSCEVType() == scSignExtend))
                : std::nullopt;
  }
  case scAddRecExpr: {
    auto &sum = cast<SCEVAddRecExpr>(number);
    const Loop &outer = *sum.getLoop();
    if (!sum.isAffine() || &outer == &loop || !outer.contains(&loop))
      return std::nullopt;
    const auto start = evolved(*sum.getStart(), outer);
    const auto step = evolved(*sum.getStepRecurrence(evolution), outer);
    if (!start || !step)
      return std::nullopt;
    return *start + *step * resized(round(outer), bits, false);
  }
  default:
    return std::nullopt;
  }
}

z3::expr ThreadTerms::round(const Loop &loop) {
  if (auto found = rounds.find(&loop); found != rounds.end())
    return found->second;
  z3::context &context = launch.context();
  const auto keep = [&](const z3::expr &term) {
    return rounds.try_emplace(&loop, term).first->second;
  };
  if (ranLikePeer(*loop.getHeader()->begin())) {
    const z3::expr shared = peer->round(loop);
    adoptDoubts();
    return keep(shared);
  }
  const std::string symbolName = name + ".round of " + nameOf(*loop.getHeader());
  const std::optional<z3::expr> last = lastRound(loop);
  if (!last)
    return keep(launch.symbol(symbolName, AddressBits));
  unsigned bits = last->get_sort().bv_size();
  if (last->is_numeral())
    bits = std::min<unsigned>(bits, llvm::bit_width(last->get_numeral_uint64()));
  if (bits == 0)
    return keep(context.bv_val(0, AddressBits));
  const z3::expr number = launch.symbol(symbolName, bits);
  knownFacts.push_back(z3::ule(number, resized(*last, bits, false)));
  return keep(resized(number, AddressBits, false));
}

/// At most that; nothing if there is no bound, or none that is understood.
std::optional<z3::expr> ThreadTerms::lastRound(const Loop &loop) {
  if (const auto end = statesOf(loop).lastRound()) {
    if (!loop.getExitingBlock())
      doubt.add(Doubt::Rounds);
    return launch.context().bv_val(*end, AddressBits);
  }
  ScalarEvolution &evolution = kernel.evolution();
  const SCEV *last = evolution.getBackedgeTakenCount(&loop);
  if (!loop.getExitingBlock() || isa<SCEVCouldNotCompute>(last))
    doubt.add(Doubt::Rounds);
  if (isa<SCEVCouldNotCompute>(last))
    last = evolution.getSymbolicMaxBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(last))
    return std::nullopt;
  const std::optional<z3::expr> term = evolved(*last, loop);
  if (!term || term->get_sort().bv_size() > AddressBits)
    return std::nullopt;
  return term->simplify();
}

/// Loops that were left are in their last round.
z3::expr ThreadTerms::valueBefore(const Loop &loop, const Value &before) {
  z3::expr term = value(before);
  z3::expr_vector from(launch.context()), to(launch.context());
  for (const auto &[left, list] : states)
    if (const auto end = list.lastRound();
        end && left->getExitingBlock() && !left->contains(&loop)) {
      from.push_back(round(*left));
      to.push_back(launch.context().bv_val(*end, AddressBits));
    }
  return term.substitute(from, to).simplify();
}

const LoopStates &ThreadTerms::statesOf(const Loop &loop) {
  if (auto found = states.find(&loop); found != states.end())
    return found->second;
  states[&loop] = LoopStates();
  return states[&loop] = LoopStates(*this, loop);
}

z3::expr ThreadTerms::branchTaken(const BasicBlock &from, const BasicBlock &to) {
  z3::context &context = launch.context();
  const Instruction *end = from.getTerminator();
  if (auto *branch = dyn_cast<BranchInst>(end)) {
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return context.bool_val(true);
    const z3::expr condition = value(*branch->getCondition());
    return branch->getSuccessor(0) == &to ? condition : !condition;
  }
  auto *choice = dyn_cast<SwitchInst>(end);
  if (!choice)
    return context.bool_val(true);
  const z3::expr condition = value(*choice->getCondition());
  z3::expr there = context.bool_val(false), elsewhere = context.bool_val(false);
  for (const auto &row : choice->cases()) {
    z3::expr &side = row.getCaseSuccessor() == &to ? there : elsewhere;
    side = either(side, condition == value(*row.getCaseValue()));
  }
  return choice->getDefaultDest() == &to ? either(there, !elsewhere) : there;
}

z3::expr ThreadTerms::takes(const BasicBlock &from, const BasicBlock &to) {
  return both(arrives(from), branchTaken(from, to));
}

z3::expr ThreadTerms::arrives(const BasicBlock &block) {
  if (auto found = arrivals.find(&block); found != arrivals.end())
    return found->second;
  const auto keep = [&](const z3::expr &term) {
    return arrivals.try_emplace(&block, term).first->second;
  };
  if (&block == &kernel.function().getEntryBlock())
    return keep(launch.context().bool_val(true));
  const Loop *loop = kernel.loops().getLoopFor(&block);
  const BasicBlock *before = kernel.dominators().getNode(&block)->getIDom()->getBlock();
  // Whatever happens in between, the thread comes here.
  if (kernel.postDominators().dominates(&block, before) &&
      kernel.loops().getLoopFor(before) == loop)
    return keep(arrives(*before));
  const bool isHeader = loop && loop->getHeader() == &block;
  z3::expr result = launch.context().bool_val(false);
  SmallPtrSet<const BasicBlock *, 4> seen;
  for (const BasicBlock *from : predecessors(&block))
    if (seen.insert(from).second && kernel.dominators().isReachableFromEntry(from) &&
        !(isHeader && loop->contains(from)))
      result = either(result, takes(*from, block));
  return keep(result);
}

z3::expr ThreadTerms::comesTo(const BasicBlock &block) {
  if (auto found = paths.find(&block); found != paths.end())
    return found->second;
  z3::expr result = arrives(block);
  for (const AssumeInst *assumption : kernel.assumptions())
    if (kernel.dominators().dominates(assumption->getParent(), &block))
      result = both(result, value(*assumption->getArgOperand(0)));
  return paths.try_emplace(&block, result).first->second;
}

PointerTerm ThreadTerms::unknownPointer(const Value &from) {
  z3::context &context = launch.context();
  doubt.add(Doubt::Pointer);
  return {context.bv_val(Kernel::UnknownObject, ObjectBits),
          launch.symbol(name + "." + nameOf(from), AddressBits)};
}

PointerTerm ThreadTerms::pointer(const Value &from) {
  if (auto found = pointers.find(&from); found != pointers.end())
    return found->second;
  const PointerTerm term = computePointer(from);
  return pointers.try_emplace(&from, term).first->second;
}

PointerTerm ThreadTerms::computePointer(const Value &from) {
  z3::context &context = launch.context();
  if (auto *next = dyn_cast<GEPOperator>(&from))
    return step(*next);
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&from))
    return pointer(*cast->getPointerOperand());
  if (auto *freeze = dyn_cast<FreezeInst>(&from))
    return pointer(*freeze->getOperand(0));
  if (auto *select = dyn_cast<SelectInst>(&from)) {
    const z3::expr condition = value(*select->getCondition());
    const PointerTerm a = pointer(*select->getTrueValue()), b = pointer(*select->getFalseValue());
    return {choice(condition, a.object, b.object), choice(condition, a.offset, b.offset)};
  }
  if (auto *phi = dyn_cast<PHINode>(&from)) {
    if (isCarried(*phi))
      return carriedPointer(*phi);
    std::optional<PointerTerm> result;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const PointerTerm term = pointer(*phi->getIncomingValue(i));
      const z3::expr taken =
          result ? takes(*phi->getIncomingBlock(i), *phi->getParent()) : context.bool_val(true);
      result = result ? PointerTerm{choice(taken, term.object, result->object),
                                    choice(taken, term.offset, result->offset)}
                      : term;
    }
    return *result;
  }
  if (isa<ConstantPointerNull, UndefValue>(from))
    return {context.bv_val(Kernel::OwnObject, ObjectBits), context.bv_val(0, AddressBits)};
  const unsigned object = kernel.objectAt(from);
  if (object == Kernel::UnknownObject)
    return unknownPointer(from);
  return {context.bv_val(object, ObjectBits), context.bv_val(0, AddressBits)};
}

PointerTerm ThreadTerms::step(const GEPOperator &step) {
  PointerTerm result = pointer(*step.getPointerOperand());
  z3::context &context = launch.context();
  const DataLayout &layout = kernel.function().getDataLayout();
  for (auto type = gep_type_begin(step), end = gep_type_end(step); type != end; ++type) {
    const Value &index = *type.getOperand();
    if (StructType *structure = type.getStructTypeOrNull()) {
      const unsigned field = cast<ConstantInt>(index).getZExtValue();
      const uint64_t bytes = layout.getStructLayout(structure)->getElementOffset(field);
      if (bytes)
        result.offset = result.offset + context.bv_val(bytes, AddressBits);
      continue;
    }
    const uint64_t bytes = type.getSequentialElementStride(layout).getFixedValue();
    const z3::expr number = resized(asBits(value(index)), AddressBits, true);
    if (isZero(number))
      continue;
    const z3::expr scaled = isPowerOf2_64(bytes)
                                ? z3::shl(number, context.bv_val(Log2_64(bytes), AddressBits))
                                : number * context.bv_val(bytes, AddressBits);
    result.offset = isZero(result.offset) ? scaled : result.offset + scaled;
  }
  return result;
}

/// A pointer that moves by as many bytes in each round, or stays in its object.
PointerTerm ThreadTerms::carriedPointer(const PHINode &phi) {
  z3::context &context = launch.context();
  const Loop &loop = *kernel.loops().getLoopFor(phi.getParent());
  if (isPeersToo(phi)) {
    const PointerTerm shared = peer->pointer(phi);
    adoptDoubts();
    return shared;
  }
  const BasicBlock *entry = loop.getLoopPredecessor();
  auto *sum = dyn_cast<SCEVAddRecExpr>(kernel.evolution().getSCEV(const_cast<PHINode *>(&phi)));
  if (entry && sum && sum->getLoop() == &loop && sum->isAffine())
    if (const auto bytes = evolved(*sum->getOperand(1), loop)) {
      PointerTerm result = pointer(*phi.getIncomingValueForBlock(entry));
      result.offset = result.offset + resized(*bytes, AddressBits, true) * round(loop);
      return result;
    }
  const unsigned object = kernel.objectOf(phi);
  if (object == Kernel::UnknownObject)
    return unknownPointer(phi);
  doubt.add(Doubt::Loop);
  const PointerTerm result{context.bv_val(object, ObjectBits),
                           launch.symbol(name + "." + nameOf(phi), AddressBits)};
  pointers.try_emplace(&phi, result);
  assumeInvariants(loop);
  return result;
}

} // namespace warpsan::verify
