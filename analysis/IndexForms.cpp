//===- IndexForms.cpp - Indices as sums over threads and loops -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/IndexForms.h"
#include "analysis/Alternations.h"
#include "analysis/BlockUniformity.h"
#include "analysis/Guards.h"
#include "analysis/LaunchRegisters.h"
#include "analysis/ThreadPairs.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpsan {
namespace {

/// The symbol that a special register stands for.
std::optional<unsigned> registerSymbol(const Value &value) {
  auto *call = dyn_cast<IntrinsicInst>(&value);
  switch (call ? call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return IndexForms::Thread;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return IndexForms::Thread + 1;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return IndexForms::Thread + 2;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return IndexForms::Extent;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return IndexForms::Extent + 1;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return IndexForms::Extent + 2;
  default:
    return std::nullopt;
  }
}

/// Has one value while a launch runs, for all threads of a block.
bool isOfLaunch(const Value &value) {
  return isSameInBlock(value) || (isa<Constant, Argument>(value) && !isa<UndefValue>(value));
}

DynamicAPInt powerOfTwo(unsigned bits) { return DynamicAPInt(APInt::getOneBitSet(bits + 2, bits)); }

/// All values of so many bits.
IntegerRange rangeOfBits(unsigned bits, bool isSigned) {
  if (!isSigned)
    return {DynamicAPInt(0), powerOfTwo(bits) - 1};
  return {-powerOfTwo(bits - 1), powerOfTwo(bits - 1) - 1};
}

IntegerRange rangeOf(const SCEV *value, bool isSigned, ScalarEvolution &evolution) {
  if (isSigned)
    return {DynamicAPInt(evolution.getSignedRangeMin(value)),
            DynamicAPInt(evolution.getSignedRangeMax(value))};
  // One bit more: the integers here are signed.
  const unsigned bits = evolution.getTypeSizeInBits(value->getType()) + 1;
  return {DynamicAPInt(evolution.getUnsignedRangeMin(value).zext(bits)),
          DynamicAPInt(evolution.getUnsignedRangeMax(value).zext(bits))};
}

struct LeafVisitor {
  SmallVector<const Value *, 8> values;
  SmallVector<const Loop *, 4> loops;

  bool follow(const SCEV *expression) {
    if (auto *unknown = dyn_cast<SCEVUnknown>(expression))
      values.push_back(unknown->getValue());
    if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression))
      loops.push_back(recurrence->getLoop());
    return true;
  }
  bool isDone() const { return false; }
};

} // namespace

BlockBounds launchBounds(const Function &kernel) {
  BlockBounds bounds;
  const auto extents = [&](StringRef name) {
    SmallVector<unsigned, 3> values;
    if (Attribute attribute = kernel.getFnAttribute(name); attribute.isValid())
      for (StringRef text : split(attribute.getValueAsString(), ',')) {
        unsigned value;
        if (text.trim().getAsInteger(10, value) || value == 0)
          return SmallVector<unsigned, 3>();
        values.push_back(value);
      }
    return values;
  };
  if (auto required = extents("nvvm.reqntid"); !required.empty() && required.size() <= 3) {
    required.resize(3, 1);
    copy(required, bounds.most.begin());
    bounds.isExact = true;
  } else if (auto most = extents("nvvm.maxntid"); !most.empty()) {
    // The product is what the hardware keeps to.
    const uint64_t threads =
        std::accumulate(most.begin(), most.end(), uint64_t(1), std::multiplies<>());
    for (unsigned &extent : bounds.most)
      extent = std::min<uint64_t>(extent, threads);
  }
  return bounds;
}

IndexForms::IndexForms(Function &kernel, const BlockUniformity &uniformity,
                       const BlockBounds &bounds, FunctionAnalysisManager &analyses)
    : uniformity(uniformity), bounds(bounds),
      evolution(analyses.getResult<ScalarEvolutionAnalysis>(kernel)),
      loopInfo(analyses.getResult<LoopAnalysis>(kernel)),
      tree(analyses.getResult<DominatorTreeAnalysis>(kernel)) {
  const auto addRange = [&](unsigned least, unsigned greatest, bool isUniform) {
    Symbol symbol;
    symbol.range = {DynamicAPInt(least), DynamicAPInt(greatest)};
    symbol.isUniform = isUniform;
    add(std::move(symbol));
  };
  for (unsigned most : bounds.most)
    addRange(0, most - 1, /*isUniform=*/false);
  for (unsigned most : bounds.most)
    addRange(1, most, /*isUniform=*/true);
  for (unsigned i = 0; i < Dimensions; ++i)
    symbols[Thread + i].facts.push_back(LinearForm::ofSymbol(Extent + i) -
                                        LinearForm::ofSymbol(Thread + i) - constantForm(1));
}

unsigned IndexForms::add(Symbol symbol) {
  symbols.push_back(std::move(symbol));
  return symbols.size() - 1;
}

IntegerRange IndexForms::rangeOf(const LinearForm &form) const {
  IntegerRange range{form.constant, form.constant};
  for (const auto &[number, factor] : form.factors)
    range = range + symbols[number].range * IntegerRange{factor, factor};
  for (const auto &[division, number] : quotients) {
    const auto &[dividend, divisor] = division;
    const DynamicAPInt factor = form.factorOf(number);
    if (factor == 0 || factor % divisor != 0)
      continue;
    // A dividend less its multiple is a remainder, whatever the range of the quotient.
    const DynamicAPInt times = -factor / divisor;
    const LinearForm rest = form - (dividend - LinearForm::ofSymbol(number) * divisor) * times;
    const IntegerRange other =
        rangeOf(rest) + IntegerRange{DynamicAPInt(0), divisor - 1} * IntegerRange{times, times};
    range = {std::max(range.least, other.least), std::min(range.greatest, other.greatest)};
  }
  return range;
}

bool IndexForms::isExactOffset(const LinearForm &offset) const {
  return rangeOf(offset).isWithin(rangeOfBits(64, /*isSigned=*/true));
}

std::optional<LinearForm> IndexForms::ofRegister(const SCEVUnknown &value) const {
  std::optional<unsigned> number = registerSymbol(*value.getValue());
  if (!number)
    return std::nullopt;
  const unsigned dimension = *number % Dimensions;
  if (*number >= Extent && (bounds.isExact || isSingle(dimension)))
    return constantForm(bounds.most[dimension]);
  if (*number < Extent && isSingle(dimension))
    return constantForm(0);
  return LinearForm::ofSymbol(*number);
}

/// The first value, and the difference in every second round.
std::optional<LinearForm> IndexForms::ofAlternation(const SCEVUnknown &value) {
  const std::optional<Alternation> turns = alternationOf(*value.getValue(), loopInfo);
  if (!turns)
    return std::nullopt;
  const LinearForm even = congruent(evolution.getSCEV(turns->even));
  const LinearForm odd = congruent(evolution.getSCEV(turns->odd));
  std::optional<LinearForm> form = product(odd - even, parityOf(*turns->loop));
  if (form)
    *form += even;
  return form;
}

/// What ScalarEvolution does not read: divisions, as it does not know the sign, and their
/// like by powers of two.
std::optional<LinearForm> IndexForms::ofDivision(const SCEVUnknown &value) {
  auto *division = dyn_cast<BinaryOperator>(value.getValue());
  if (!division)
    return std::nullopt;
  const auto operand = [&](unsigned number, bool isSigned) {
    return exact(evolution.getSCEV(division->getOperand(number)), isSigned);
  };
  switch (division->getOpcode()) {
  case Instruction::SDiv:
    return ratio(operand(0, true), operand(1, true));
  case Instruction::SRem:
    return remainder(operand(0, true), operand(1, true));
  case Instruction::And:
    return ofMask(*division);
  case Instruction::Xor:
    return ofFlip(*division);
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr: {
    const unsigned bits = evolution.getTypeSizeInBits(value.getType());
    const std::optional<LinearForm> power = powerOf(operand(1, /*isSigned=*/false), bits);
    if (!power)
      return std::nullopt;
    if (division->getOpcode() == Instruction::Shl)
      return product(congruent(evolution.getSCEV(division->getOperand(0))), *power);
    const LinearForm shifted = operand(0, division->getOpcode() == Instruction::AShr);
    if (power->isConstant()) // rounded down, whatever the sign
      return LinearForm::ofSymbol(quotient(shifted, power->constant));
    return rangeOf(shifted).least >= 0 ? ratio(shifted, *power) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// Whether it is 0 or a power of two. Half of one is, which LLVM does not say.
bool IndexForms::isPowerOrZero(const Value &value, unsigned depth) const {
  constexpr unsigned MaxDepth = 4;
  if (isKnownToBeAPowerOfTwo(&value, evolution.getDataLayout(), /*OrZero=*/true))
    return true;
  auto *update = dyn_cast<BinaryOperator>(&value);
  const Value *start = update ? update->getOperand(0) : nullptr;
  if (auto *phi = dyn_cast<PHINode>(&value)) {
    BinaryOperator *step;
    Value *first, *amount;
    if (!matchSimpleRecurrence(phi, step, first, amount) || step->getOperand(0) != phi)
      return false;
    update = step;
    start = first;
  }
  if (!update || depth == MaxDepth || !isPowerOrZero(*start, depth + 1))
    return false;
  auto *divisor = dyn_cast<ConstantInt>(update->getOperand(1));
  const bool isPower = divisor && divisor->getValue().isPowerOf2();
  switch (update->getOpcode()) {
  case Instruction::Shl:
  case Instruction::LShr:
    return true;
  case Instruction::UDiv:
    return isPower;
  case Instruction::SDiv:
    return isPower && !divisor->isNegative() &&
           evolution.isKnownNonNegative(evolution.getSCEV(update->getOperand(0)));
  default:
    return false;
  }
}

/// x & (d - 1) is x modulo d, a power of two.
std::optional<LinearForm> IndexForms::ofMask(const BinaryOperator &mask) {
  for (unsigned side : {0, 1}) {
    Value *divisor;
    if (!match(mask.getOperand(side), m_CombineOr(m_Add(m_Value(divisor), m_AllOnes()),
                                                  m_Sub(m_Value(divisor), m_One()))) ||
        !isPowerOrZero(*divisor))
      continue;
    const Value *dividend = mask.getOperand(1 - side);
    return remainder(exact(evolution.getSCEV(const_cast<Value *>(dividend)), /*isSigned=*/false),
                     exact(evolution.getSCEV(divisor), /*isSigned=*/false));
  }
  return std::nullopt;
}

/// x ^ mask, of a mask that all threads of the block share.
std::optional<LinearForm> IndexForms::ofFlip(const BinaryOperator &flip) {
  LinearForm number = exact(evolution.getSCEV(flip.getOperand(0)), /*isSigned=*/true);
  LinearForm mask = exact(evolution.getSCEV(flip.getOperand(1)), /*isSigned=*/true);
  if (!functionOf({mask}).isUniform)
    std::swap(number, mask);
  if (!functionOf({mask}).isUniform)
    return std::nullopt;
  auto [row, isNew] = flips.try_emplace({number, mask}, 0);
  if (isNew) {
    Symbol symbol = functionOf({number, mask});
    symbol.flipped = number;
    symbol.mask = mask;
    symbol.isFlip = true;
    const SCEV *value = evolution.getSCEV(const_cast<BinaryOperator *>(&flip));
    symbol.range = ::warpsan::rangeOf(value, /*isSigned=*/true, evolution);
    const LinearForm self = LinearForm::ofSymbol(symbols.size());
    if (rangeOf(number).least >= 0 && rangeOf(mask).least >= 0)
      symbol.facts = {number + mask - self, self + mask - number, self + number - mask};
    row->second = add(std::move(symbol));
  }
  return LinearForm::ofSymbol(row->second);
}

/// 2 to that number, in so many bits.
std::optional<LinearForm> IndexForms::powerOf(const LinearForm &exponent, unsigned bits) {
  const IntegerRange range = rangeOf(exponent);
  if (range.least < 0 || range.greatest >= int64_t(bits))
    return std::nullopt;
  const auto number = [](const DynamicAPInt &value) {
    return powerOfTwo(unsigned(int64_t(value)));
  };
  const LinearForm rest = exponent - LinearForm{exponent.constant, {}};
  if (exponent.isConstant())
    return LinearForm{number(exponent.constant), {}};
  if (exponent.constant > 0 && rangeOf(rest).least >= 0) {
    std::optional<LinearForm> power = powerOf(rest, bits);
    return power ? std::optional(*power * number(exponent.constant)) : std::nullopt;
  }
  auto [row, isNew] = powers.try_emplace(exponent, 0);
  if (isNew) {
    Symbol symbol = functionOf({exponent});
    symbol.range = {number(range.least), number(range.greatest)};
    symbol.isPowerOrZero = true;
    row->second = add(std::move(symbol));
  }
  return LinearForm::ofSymbol(row->second);
}

/// A multiple of what products are counted in: a number that all threads of a block
/// share and that is not negative, blockDim among them.
bool IndexForms::isUnit(const LinearForm &form) const {
  if (form.constant != 0 || form.factors.size() != 1)
    return false;
  const Symbol &symbol = symbols[form.factors.begin()->first];
  return symbol.isUniform && symbol.range.least >= 0 && !symbol.hasUnit() && !symbol.isParity;
}

/// Linear if one side is constant. A unit times something is a symbol of its own.
std::optional<LinearForm> IndexForms::product(const LinearForm &a, const LinearForm &b) {
  if (b.isConstant())
    return a * b.constant;
  if (a.isConstant())
    return b * a.constant;
  const auto isExtent = [](const LinearForm &form) {
    const unsigned symbol = form.factors.begin()->first;
    return symbol >= Extent && symbol < Extent + Dimensions;
  };
  if (!isUnit(a) || (isUnit(b) && isExtent(b) && !isExtent(a)))
    return isUnit(b) ? product(b, a) : std::nullopt;
  const auto [unit, unitFactor] = *a.factors.begin();
  LinearForm sum = LinearForm::ofSymbol(unit) * b.constant;
  for (const auto &[base, factor] : b.factors) {
    if (symbols[base].hasUnit() || (base >= Extent && base < Extent + Dimensions))
      return std::nullopt;
    sum += LinearForm::ofSymbol(productOf(unit, base)) * factor;
  }
  return sum * unitFactor;
}

unsigned IndexForms::productOf(unsigned unit, unsigned base) {
  auto [row, isNew] = products.try_emplace({unit, base}, 0);
  if (!isNew)
    return row->second;
  Symbol symbol = functionOf({LinearForm::ofSymbol(unit), LinearForm::ofSymbol(base)});
  symbol.range = symbols[unit].range * symbols[base].range;
  symbol.unit = unit;
  symbol.base = base;
  const LinearForm self = LinearForm::ofSymbol(symbols.size());
  const auto times = [&](const DynamicAPInt &factor) {
    return LinearForm::ofSymbol(unit) * factor;
  };
  symbol.facts = {self - times(symbols[base].range.least),
                  times(symbols[base].range.greatest) - self};
  return row->second = add(std::move(symbol));
}

/// The number of the round that the loop is in, from 0.
unsigned IndexForms::roundOf(const Loop &loop) {
  auto [row, isNew] = loops.try_emplace(&loop, 0);
  if (!isNew)
    return row->second;
  Symbol symbol;
  symbol.range = rangeOfBits(64, /*isSigned=*/false);
  if (auto *most = dyn_cast<SCEVConstant>(evolution.getConstantMaxBackedgeTakenCount(&loop)))
    symbol.range.greatest = ::warpsan::rangeOf(most, false, evolution).greatest;
  symbol.isUniform = uniformity.isReachedTogether(*loop.getHeader());
  symbol.definitions.push_back(&loop.getHeader()->front());
  return row->second = add(std::move(symbol));
}

std::optional<LinearForm> IndexForms::rounds(const SCEVAddRecExpr &value, const LinearForm &start,
                                             const LinearForm &step) {
  std::optional<LinearForm> sum = product(step, LinearForm::ofSymbol(roundOf(*value.getLoop())));
  if (sum)
    *sum += start;
  return sum;
}

std::optional<LinearForm> IndexForms::linear(const SCEV *value) {
  switch (value->getSCEVType()) {
  case scConstant:
    return LinearForm{DynamicAPInt(cast<SCEVConstant>(value)->getAPInt()), {}};
  case scUnknown:
    if (std::optional<LinearForm> form = ofRegister(*cast<SCEVUnknown>(value)))
      return form;
    if (std::optional<LinearForm> form = ofAlternation(*cast<SCEVUnknown>(value)))
      return form;
    return ofDivision(*cast<SCEVUnknown>(value));
  case scTruncate:
    return congruent(cast<SCEVTruncateExpr>(value)->getOperand());
  case scZeroExtend:
    return exact(cast<SCEVZeroExtendExpr>(value)->getOperand(), /*isSigned=*/false);
  case scSignExtend:
    return exact(cast<SCEVSignExtendExpr>(value)->getOperand(), /*isSigned=*/true);
  case scAddExpr: {
    LinearForm sum;
    for (const SCEV *operand : cast<SCEVAddExpr>(value)->operands())
      sum += congruent(operand);
    return sum;
  }
  case scMulExpr: {
    std::optional<LinearForm> result = constantForm(1);
    for (const SCEV *operand : cast<SCEVMulExpr>(value)->operands())
      if (result)
        result = product(*result, congruent(operand));
    return result;
  }
  case scAddRecExpr: {
    auto &recurrence = *cast<SCEVAddRecExpr>(value);
    if (!recurrence.isAffine())
      return std::nullopt;
    return rounds(recurrence, congruent(recurrence.getStart()),
                  congruent(recurrence.getOperand(1)));
  }
  case scUDivExpr: {
    auto &division = *cast<SCEVUDivExpr>(value);
    return ratio(exact(division.getLHS(), /*isSigned=*/false),
                 exact(division.getRHS(), /*isSigned=*/false));
  }
  default:
    return std::nullopt;
  }
}

/// Where ScalarEvolution knows that nothing wraps, operands count as they are.
std::optional<LinearForm> IndexForms::withoutWrap(const SCEV *value, bool isSigned) {
  auto *expression = dyn_cast<SCEVNAryExpr>(value);
  if (!expression || !(isSigned ? expression->hasNoSignedWrap() : expression->hasNoUnsignedWrap()))
    return std::nullopt;
  if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(value)) {
    if (!recurrence->isAffine())
      return std::nullopt;
    return rounds(*recurrence, exact(recurrence->getStart(), isSigned),
                  exact(recurrence->getOperand(1), isSigned));
  }
  if (!isa<SCEVAddExpr, SCEVMulExpr>(value))
    return std::nullopt;
  std::optional<LinearForm> result = constantForm(isa<SCEVMulExpr>(value) ? 1 : 0);
  for (const SCEV *operand : expression->operands()) {
    if (!result)
      return std::nullopt;
    const LinearForm next = exact(operand, isSigned);
    if (isa<SCEVAddExpr>(value))
      *result += next;
    else
      result = product(*result, next);
  }
  return result;
}

LinearForm IndexForms::congruent(const SCEV *value) {
  if (auto known = readings->congruents.find(value); known != readings->congruents.end())
    return known->second;
  std::optional<LinearForm> form = linear(value);
  return readings->congruents[value] = form ? *form : atom(value, /*isSigned=*/true);
}

LinearForm IndexForms::congruentWhere(const SCEV *value, ArrayRef<LinearForm> conditions) {
  Readings here;
  SaveAndRestore changedReadings(readings, &here);
  SaveAndRestore changedGuards(guards, conditions);
  return congruent(value);
}

LinearForm IndexForms::exactWhere(const SCEV *value, bool isSigned,
                                  ArrayRef<LinearForm> conditions) {
  Readings here;
  SaveAndRestore changedReadings(readings, &here);
  SaveAndRestore changedGuards(guards, conditions);
  return exact(value, isSigned);
}

LinearForm IndexForms::exact(const SCEV *value, bool isSigned) {
  if (auto known = readings->exacts.find({value, isSigned}); known != readings->exacts.end())
    return known->second;
  const LinearForm form = readExactly(value, isSigned);
  return readings->exacts[{value, isSigned}] = form;
}

/// Symbols mean the same for all accesses: what is known of them holds without guards.
LinearForm IndexForms::exactAnywhere(const SCEV *value, bool isSigned) {
  SaveAndRestore changedReadings(readings, &everywhere);
  SaveAndRestore changedGuards(guards, ArrayRef<LinearForm>());
  return exact(value, isSigned);
}

bool IndexForms::isWithinBits(const LinearForm &form, unsigned bits, bool isSigned) const {
  const IntegerRange goal = rangeOfBits(bits, isSigned);
  if (rangeOf(form).isWithin(goal))
    return true;
  // What a range does not show may follow from guards, or from what is known of products.
  if (guards.empty() &&
      none_of(form.factors, [&](const auto &row) { return symbols[row.first].hasUnit(); }))
    return false;
  IndexedAccess shifted{form - LinearForm{goal.least, {}}, /*bytes=*/1, {}};
  append_range(shifted.guards, guards);
  return isWithin(shifted, goal.greatest - goal.least + 1, *this);
}

LinearForm IndexForms::readExactly(const SCEV *value, bool isSigned) {
  const unsigned bits = evolution.getTypeSizeInBits(value->getType());
  if (std::optional<LinearForm> form = linear(value)) {
    if (isWithinBits(*form, bits, isSigned))
      return *form;
    if (bits == 1 && !isSigned)
      return parityOf(*form);
    if (isa<SCEVTruncateExpr>(value) && !isSigned)
      return remainder(*form, powerOfTwo(bits));
  }
  if (std::optional<LinearForm> form = withoutWrap(value, isSigned))
    return *form;
  return atom(value, isSigned);
}

/// The dividend less a multiple of the divisor.
LinearForm IndexForms::remainder(const LinearForm &dividend, const DynamicAPInt &divisor) {
  return dividend - LinearForm::ofSymbol(quotient(dividend, divisor)) * divisor;
}

LinearForm IndexForms::parityOf(const Loop &loop) {
  return parityOf(LinearForm::ofSymbol(roundOf(loop)));
}

/// The form modulo 2. Forms whose sum or difference is even have one symbol.
LinearForm IndexForms::parityOf(const LinearForm &form) {
  const DynamicAPInt two(2);
  LinearForm odd;
  for (const auto &[number, factor] : form.factors)
    if (mod(factor, two) != 0)
      odd += LinearForm::ofSymbol(number);
  const bool isOdd = mod(form.constant, two) != 0;
  if (odd.isConstant())
    return constantForm(isOdd);
  const LinearForm parity = LinearForm::ofSymbol(paritySymbol(odd));
  return isOdd ? constantForm(1) - parity : parity;
}

unsigned IndexForms::paritySymbol(const LinearForm &form) {
  const unsigned first = form.factors.begin()->first;
  const bool isSymbol = form.factors.size() == 1;
  if (isSymbol && symbols[first].isParity)
    return first;
  for (const auto &[known, number] : parities)
    if (known == form)
      return number;
  Symbol symbol;
  symbol.range = {DynamicAPInt(0), DynamicAPInt(1)};
  symbol.isUniform = true;
  symbol.isParity = true;
  addLeaves(form, symbol);
  // Of a round nothing is gained by what it is twice of.
  const bool isRound =
      isSymbol && any_of(loops, [&](const auto &row) { return row.second == first; });
  const LinearForm rest = isRound ? LinearForm() : remainder(form, DynamicAPInt(2));
  const LinearForm self = LinearForm::ofSymbol(symbols.size());
  symbol.choices = {self, self - constantForm(1)};
  if (!isRound)
    symbol.facts = {rest - self, self - rest};
  const unsigned number = add(std::move(symbol));
  parities.push_back({form, number});
  return number;
}

/// Rounded down.
unsigned IndexForms::quotient(const LinearForm &dividend, const DynamicAPInt &divisor) {
  const std::pair<LinearForm, DynamicAPInt> key{dividend, divisor};
  for (const auto &[known, number] : quotients)
    if (known == key)
      return number;
  Symbol symbol;
  const IntegerRange range = rangeOf(dividend);
  symbol.range = {floorDiv(range.least, divisor), floorDiv(range.greatest, divisor)};
  symbol.isUniform = true;
  addLeaves(dividend, symbol);
  const LinearForm rest = dividend - LinearForm::ofSymbol(symbols.size()) * divisor;
  symbol.facts = {rest, LinearForm{divisor - 1, {}} - rest};
  const unsigned number = add(std::move(symbol));
  quotients.push_back({key, number});
  return number;
}

/// Whether it is in all executions that the guards allow.
bool IndexForms::isPositive(const LinearForm &form) const {
  if (rangeOf(form).least > 0)
    return true;
  IndexedAccess above{form - constantForm(1), /*bytes=*/1, {}};
  append_range(above.guards, guards);
  return !guards.empty() && isWithin(above, powerOfTwo(64), *this);
}

/// What a positive number of that value is, anywhere: where it is not positive, 1.
LinearForm IndexForms::atLeastOne(const LinearForm &form) {
  const IntegerRange range = rangeOf(form);
  if (range.least > 0)
    return form;
  auto [row, isNew] = positives.try_emplace(form, 0);
  if (isNew) {
    Symbol symbol = functionOf({form});
    symbol.range = {DynamicAPInt(1), std::max(range.greatest, DynamicAPInt(1))};
    symbol.isPowerOrZero = isUnit(form) && form.factors.begin()->second == 1 &&
                           symbols[form.factors.begin()->first].isPowerOrZero;
    const LinearForm self = LinearForm::ofSymbol(symbols.size());
    symbol.facts = {self - form};
    symbol.choices = {self - form, self - constantForm(1)};
    row->second = add(std::move(symbol));
  }
  return LinearForm::ofSymbol(row->second);
}

/// Rounded to zero. Nothing if it is neither by a number nor by a positive unit.
std::optional<LinearForm> IndexForms::ratio(const LinearForm &dividend, const LinearForm &divisor) {
  const IntegerRange range = rangeOf(dividend);
  if (range.least < 0 && range.greatest <= 0) {
    std::optional<LinearForm> opposite = ratio(dividend * DynamicAPInt(-1), divisor);
    return opposite ? std::optional(*opposite * DynamicAPInt(-1)) : std::nullopt;
  }
  if (!divisor.isConstant() && (range.least < 0 || !isUnit(divisor)))
    return std::nullopt;
  if (!isPositive(divisor))
    return std::nullopt;
  if (divisor.isConstant() && range.least >= 0)
    return LinearForm::ofSymbol(quotient(dividend, divisor.constant));
  auto [row, isNew] = ratios.try_emplace({dividend, divisor}, 0);
  if (isNew) {
    const LinearForm positive = atLeastOne(divisor);
    const DynamicAPInt least = rangeOf(positive).least;
    Symbol symbol = functionOf({dividend, divisor});
    symbol.range = {range.least / least, range.greatest / least};
    row->second = add(std::move(symbol));
    addRatio(row->second, dividend, positive);
  }
  return LinearForm::ofSymbol(row->second);
}

/// What the product with the divisor leaves of the dividend, whose sign may be unknown.
void IndexForms::addRatio(unsigned number, const LinearForm &dividend, const LinearForm &divisor) {
  const LinearForm self = LinearForm::ofSymbol(number);
  if (divisor.isConstant()) {
    const LinearForm most = LinearForm::ofSymbol(magnitudeOf(dividend));
    symbols[number].facts = {most - self * divisor.constant, most + self * divisor.constant};
  } else if (const std::optional<LinearForm> whole = product(divisor, self)) {
    const LinearForm rest = dividend - *whole;
    symbols[number].facts = {rest, divisor - rest - constantForm(1)};
  }
}

/// Of the division that rounds to zero.
std::optional<LinearForm> IndexForms::remainder(const LinearForm &dividend,
                                                const LinearForm &divisor) {
  const std::optional<LinearForm> times = ratio(dividend, divisor);
  const std::optional<LinearForm> whole =
      times ? product(atLeastOne(divisor), *times) : std::nullopt;
  return whole ? std::optional(dividend - *whole) : std::nullopt;
}

/// Towards zero, so it is no further from that than the dividend.
LinearForm IndexForms::multipleOf(const LinearForm &dividend, const LinearForm &divisor) {
  auto [row, isNew] = multiples.try_emplace({dividend, divisor}, 0);
  if (isNew) {
    const IntegerRange range = rangeOf(dividend);
    Symbol symbol = functionOf({dividend, divisor});
    symbol.range = {std::min(range.least, DynamicAPInt(0)),
                    std::max(range.greatest, DynamicAPInt(0))};
    symbol.unit = magnitudeOf(divisor);
    row->second = add(std::move(symbol));
  }
  return LinearForm::ofSymbol(row->second);
}

/// Without its sign.
unsigned IndexForms::magnitudeOf(const LinearForm &form) {
  const IntegerRange range = rangeOf(form);
  if (form.constant == 0 && form.factors.size() == 1 && form.factors.begin()->second == 1 &&
      range.least >= 0)
    return form.factors.begin()->first;
  auto [row, isNew] = magnitudes.try_emplace(form, 0);
  if (isNew) {
    Symbol symbol = functionOf({form});
    symbol.range = {DynamicAPInt(0), std::max(abs(range.least), abs(range.greatest))};
    const LinearForm self = LinearForm::ofSymbol(symbols.size());
    symbol.facts = {self - form, range.least >= 0 ? form - self : self + form};
    row->second = add(std::move(symbol));
  }
  return row->second;
}

/// A symbol of any value, but one for the arguments.
IndexForms::Symbol IndexForms::functionOf(ArrayRef<LinearForm> arguments) const {
  Symbol symbol;
  symbol.isUniform = true;
  for (const LinearForm &argument : arguments)
    addLeaves(argument, symbol);
  return symbol;
}

LinearForm IndexForms::atom(const SCEV *value, bool isSigned) {
  const bool hasNoSign = isNonNegative(value);
  isSigned = isSigned && !hasNoSign;
  auto [row, isNew] = atoms.try_emplace({value, isSigned}, 0);
  if (!isNew)
    return LinearForm::ofSymbol(row->second);
  Symbol symbol;
  symbol.range = ::warpsan::rangeOf(value, isSigned, evolution);
  if (hasNoSign)
    symbol.range.greatest =
        std::min(symbol.range.greatest,
                 rangeOfBits(evolution.getTypeSizeInBits(value->getType()), true).greatest);
  symbol.isUniform = true;
  auto *unknown = dyn_cast<SCEVUnknown>(value);
  symbol.isPowerOrZero = unknown && isPowerOrZero(*unknown->getValue());
  addLeaves(value, symbol);
  const unsigned number = row->second = add(std::move(symbol));
  const LinearForm form = LinearForm::ofSymbol(number);
  if (std::optional<LinearForm> bound = isSigned ? std::nullopt : boundOfShrinking(value)) {
    symbols[number].range.greatest =
        std::min(symbols[number].range.greatest, rangeOf(*bound).greatest);
    symbols[number].facts.push_back(*bound - form);
  }
  if (std::optional<LinearForm> bound = isSigned ? std::nullopt : boundOfGrowing(value)) {
    symbols[number].range.least = std::max(symbols[number].range.least, rangeOf(*bound).least);
    symbols[number].facts.push_back(form - *bound);
  }
  addChoices(value, isSigned || (hasNoSign && isa<SCEVSMaxExpr, SCEVSMinExpr>(value)), number);
  return form;
}

/// A minimum or maximum is one of its operands, and of the others none is beyond it.
void IndexForms::addChoices(const SCEV *value, bool isSigned, unsigned number) {
  constexpr unsigned MaxChoices = 4;
  const bool isMaximum = isa<SCEVSMaxExpr, SCEVUMaxExpr>(value);
  if (!isMaximum && !isa<SCEVSMinExpr, SCEVUMinExpr>(value))
    return;
  auto &operands = *cast<SCEVNAryExpr>(value);
  if (operands.getNumOperands() > MaxChoices || isSigned != isa<SCEVSMaxExpr, SCEVSMinExpr>(value))
    return;
  for (const SCEV *operand : operands.operands()) {
    const LinearForm difference = LinearForm::ofSymbol(number) - exactAnywhere(operand, isSigned);
    symbols[number].choices.push_back(difference);
    symbols[number].facts.push_back(difference * DynamicAPInt(isMaximum ? 1 : -1));
  }
}

void IndexForms::addLeaves(const SCEV *value, Symbol &symbol) const {
  LeafVisitor leaves;
  visitAll(value, leaves);
  for (const Value *leaf : leaves.values) {
    if (isOfLaunch(*leaf))
      continue;
    auto *instruction = dyn_cast<Instruction>(leaf);
    symbol.isUniform &= instruction && uniformity.isUniform(*leaf) &&
                        uniformity.isReachedTogether(*instruction->getParent());
    if (instruction)
      symbol.definitions.push_back(instruction);
  }
  for (const Loop *loop : leaves.loops) {
    symbol.isUniform &= uniformity.isReachedTogether(*loop->getHeader());
    symbol.definitions.push_back(&loop->getHeader()->front());
  }
}

void IndexForms::addLeaves(const LinearForm &form, Symbol &symbol) const {
  for (const auto &row : form.factors) {
    symbol.isUniform &= symbols[row.first].isUniform;
    append_range(symbol.definitions, symbols[row.first].definitions);
  }
}

/// What starts there and is divided or shifted right in each round of a loop is never
/// more, in unsigned numbers.
std::optional<LinearForm> IndexForms::boundOfShrinking(const SCEV *value) {
  auto *unknown = dyn_cast<SCEVUnknown>(value);
  auto *phi = unknown ? dyn_cast<PHINode>(unknown->getValue()) : nullptr;
  BinaryOperator *update;
  Value *start, *step;
  if (!phi || !matchSimpleRecurrence(phi, update, start, step) || update->getOperand(0) != phi)
    return std::nullopt;
  const SCEV *first = evolution.getSCEV(start);
  switch (update->getOpcode()) {
  case Instruction::LShr:
  case Instruction::UDiv:
    return exactAnywhere(first, /*isSigned=*/false);
  case Instruction::SDiv:
    if (auto *divisor = dyn_cast<ConstantInt>(step);
        !divisor || !divisor->getValue().isStrictlyPositive())
      return std::nullopt;
    [[fallthrough]];
  case Instruction::AShr:
    return evolution.isKnownNonNegative(first) ? std::optional(exactAnywhere(first, false))
                                               : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// The largest number that is less in any round, times the factor, still is positive: as in
/// for (s = 1; s < blockDim.x; s *= 2).
bool IndexForms::isUpdatedBelow(const PHINode &phi, const BinaryOperator &update) const {
  const bool isShift = update.getOpcode() == Instruction::Shl;
  const unsigned bits = update.getType()->getIntegerBitWidth();
  auto *number = dyn_cast<ConstantInt>(update.getOperand(update.getOperand(0) == &phi));
  if (!number || number->isNegative() || (isShift && number->getValue().uge(bits - 1)))
    return false;
  const DynamicAPInt factor =
      isShift ? powerOfTwo(unsigned(number->getZExtValue())) : DynamicAPInt(number->getValue());
  return any_of(guardsOf(*update.getParent(), tree), [&](const Guard &guard) {
    const bool isLeft = guard.left == &phi;
    const auto predicate = CmpInst::Predicate(guard.predicate);
    const auto ofPhi = isLeft ? predicate : CmpInst::getSwappedPredicate(predicate);
    if ((!isLeft && guard.right != &phi) || !(ICmpInst::isLT(ofPhi) || ICmpInst::isLE(ofPhi)))
      return false;
    const SCEV *bound = evolution.getSCEV(isLeft ? guard.right : guard.left);
    const IntegerRange range = ::warpsan::rangeOf(bound, ICmpInst::isSigned(ofPhi), evolution);
    return range.greatest * factor <= rangeOfBits(bits, /*isSigned=*/true).greatest;
  });
}

/// What starts there and is multiplied or shifted left in each round, without wrapping.
bool IndexForms::isGrowing(const SCEV *value) {
  auto *unknown = dyn_cast<SCEVUnknown>(value);
  auto *phi = unknown ? dyn_cast<PHINode>(unknown->getValue()) : nullptr;
  BinaryOperator *update;
  Value *start, *step;
  if (!phi || !matchSimpleRecurrence(phi, update, start, step))
    return false;
  const bool isShift = update->getOpcode() == Instruction::Shl && update->getOperand(0) == phi;
  const bool isProduct = update->getOpcode() == Instruction::Mul &&
                         evolution.isKnownNonNegative(evolution.getSCEV(step));
  return (isShift || isProduct) && (update->hasNoSignedWrap() || isUpdatedBelow(*phi, *update)) &&
         evolution.isKnownNonNegative(evolution.getSCEV(start));
}

/// It is never less than it starts with.
std::optional<LinearForm> IndexForms::boundOfGrowing(const SCEV *value) {
  BinaryOperator *update;
  Value *start, *step;
  if (!isGrowing(value) ||
      !matchSimpleRecurrence(cast<PHINode>(cast<SCEVUnknown>(value)->getValue()), update, start,
                             step))
    return std::nullopt;
  if (update->getOpcode() == Instruction::Mul &&
      !evolution.isKnownPositive(evolution.getSCEV(step)))
    return std::nullopt;
  return exactAnywhere(evolution.getSCEV(start), /*isSigned=*/false);
}

bool IndexForms::isNonNegative(const SCEV *value) {
  if (evolution.isKnownNonNegative(value) || isGrowing(value))
    return true;
  std::optional<LinearForm> bound = boundOfShrinking(value);
  const unsigned bits = evolution.getTypeSizeInBits(value->getType());
  return bound && rangeOf(*bound).isWithin(rangeOfBits(bits, /*isSigned=*/true));
}

} // namespace warpsan
