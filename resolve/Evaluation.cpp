//===- Evaluation.cpp - The numbers of one access in a launch -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "resolve/Evaluation.h"
#include <cstring>
#include <limits>

namespace warpsan::resolve {

using namespace abi;

namespace {

Wide powerOfTwo(unsigned bits) { return Wide(1) << bits; }

/// Values of that width, as they are read.
Interval window(unsigned bits, bool isSigned) {
  return isSigned ? Interval{-powerOfTwo(bits - 1), powerOfTwo(bits - 1) - 1}
                  : Interval{0, powerOfTwo(bits) - 1};
}

/// The number equal to it modulo 2^bits with the least magnitude.
Wide centred(Wide value, unsigned bits) {
  const Wide modulus = powerOfTwo(bits);
  const Wide rest = ((value % modulus) + modulus) % modulus;
  return rest >= modulus / 2 ? rest - modulus : rest;
}

} // namespace

std::optional<uint64_t> readArgument(const LaunchFacts &launch, uint32_t index, uint32_t offset,
                                     unsigned bits) {
  if (index >= launch.parameters || !launch.arguments || !launch.arguments[index])
    return std::nullopt;
  uint64_t value = 0;
  std::memcpy(&value, static_cast<const char *>(launch.arguments[index]) + offset, (bits + 7) / 8);
  return bits == 64 ? value : value & ((uint64_t(1) << bits) - 1);
}

std::optional<uint64_t> readPointer(const LaunchFacts &launch, uint32_t index) {
  const RootInfo &root = launch.roots[index];
  switch (root.kind) {
  case RootKind::Parameter:
    return readArgument(launch, root.index, root.offset, 64);
  case RootKind::Variable:
    if (index < launch.variables.size() && launch.variables[index] != 0)
      return launch.variables[index];
    return std::nullopt;
  }
  return std::nullopt;
}

/// A guard may need what another one says.
Evaluation::Evaluation(const LaunchFacts &facts, std::span<const GuardInfo> guardsOfAccess)
    : launch(facts), guards(guardsOfAccess), where(facts.shape) {
  std::vector<const GuardInfo *> open;
  for (const GuardInfo &guard : guards)
    open.push_back(&guard);
  size_t before = 0;
  do {
    before = open.size();
    std::erase_if(open, [&](const GuardInfo *guard) { return where.isEmpty() || takeIn(*guard); });
  } while (open.size() != before);
  where.tighten();
}

bool Evaluation::isOf(std::span<const GuardInfo> guardsOfAccess) const {
  return std::equal(guards.begin(), guards.end(), guardsOfAccess.begin(), guardsOfAccess.end(),
                    [](const GuardInfo &left, const GuardInfo &right) {
                      return left.left == right.left && left.right == right.right &&
                             left.relation == right.relation;
                    });
}

std::optional<AffineForm> Evaluation::form(uint32_t index) {
  if (const auto found = known.find(index); found != known.end())
    return found->second;
  const auto computed = compute(launch.terms[index]);
  if (computed)
    known.emplace(index, *computed);
  return computed;
}

std::optional<AffineForm> Evaluation::compute(const TermInfo &term) {
  switch (term.kind) {
  case TermKind::Constant:
    return AffineForm::ofConstant(centred(term.value, term.bits));
  case TermKind::Parameter:
    if (const auto value = readArgument(launch, term.left, term.right, term.bits))
      return AffineForm::ofConstant(centred(*value, term.bits));
    return std::nullopt;
  case TermKind::Register:
    return reg(term);
  case TermKind::Add:
    return sum(term);
  case TermKind::Multiply:
    return multiply(term);
  case TermKind::Divide:
    return divide(term);
  case TermKind::SignedDivide:
  case TermKind::SignedRemainder:
    return signedDivision(term);
  case TermKind::SignExtend:
    return extended(term, true);
  case TermKind::ZeroExtend:
    return extended(term, false);
  case TermKind::Truncate:
    return operand(term.left, term.bits);
  case TermKind::SignedMin:
    return select(term, true, true);
  case TermKind::SignedMax:
    return select(term, true, false);
  case TermKind::UnsignedMin:
    return select(term, false, true);
  case TermKind::UnsignedMax:
    return select(term, false, false);
  case TermKind::Recurrence:
    return recurrence(term);
  case TermKind::Ticket:
    return ticket(term, true);
  case TermKind::Opaque:
    return opaque(term);
  }
  return std::nullopt;
}

/// Any number of its width.
AffineForm Evaluation::ticket(const TermInfo &term, bool isSigned) {
  const AffineForm number = AffineForm::ofVariable(ticketVariable(term.left, isSigned));
  where.restrict(number, window(term.bits, isSigned));
  return number;
}

/// Any number of its range.
AffineForm Evaluation::opaque(const TermInfo &term) {
  const bool isOfBlock = term.flags & TermOfBlock;
  const AffineForm number = AffineForm::ofVariable(opaqueVariable(term.number, isOfBlock));
  where.restrict(number, window(term.bits, true));
  const auto least = reading(term.left, true), most = reading(term.right, true);
  if (const auto above = least ? number.minus(*least) : std::nullopt)
    where.restrict(*above, {0, Infinity});
  if (const auto below = most ? number.minus(*most) : std::nullopt)
    where.restrict(*below, {-Infinity, 0});
  return number;
}

bool Evaluation::isOpaque(uint32_t index) {
  if (const auto found = opaques.find(index); found != opaques.end())
    return found->second;
  const TermInfo &term = launch.terms[index];
  const unsigned operands = operandsOf(term.kind);
  const bool isOne = term.kind == TermKind::Opaque || (operands >= 1 && isOpaque(term.left)) ||
                     (operands == 2 && isOpaque(term.right));
  return opaques[index] = isOne;
}

bool Evaluation::isLimited(const AffineForm &form) const {
  constexpr unsigned WordBits = 32;
  return std::all_of(form.summands().begin(), form.summands().end(), [&](const Summand &each) {
    return !resolve::isOpaque(each.variable) ||
           where.range(each.variable).width() < powerOfTwo(WordBits) - 1 ||
           std::any_of(
               where.sums().begin(), where.sums().end(),
               [&](const Domain::Sum &sum) { return sum.form.coefficientOf(each.variable) != 0; });
  });
}

/// Equal modulo 2^bits only if it is at least as wide.
std::optional<AffineForm> Evaluation::operand(uint32_t index, unsigned bits) {
  return launch.terms[index].bits >= bits ? form(index) : std::nullopt;
}

std::optional<AffineForm> Evaluation::reg(const TermInfo &term) const {
  constexpr auto FirstSize = uint32_t(LaunchRegister::ThreadsX);
  const auto sizeOf = [&](uint32_t axis) {
    return axis < 3 ? launch.shape.block[axis] : launch.shape.grid[axis - 3];
  };
  if (term.left >= FirstSize)
    return AffineForm::ofConstant(sizeOf(term.left - FirstSize));
  return sizeOf(term.left) == 1 ? AffineForm() : AffineForm::ofVariable(term.left);
}

std::optional<AffineForm> Evaluation::sum(const TermInfo &term, int64_t factorOfRight) {
  const auto left = operand(term.left, term.bits);
  const auto right = left ? operand(term.right, term.bits) : std::nullopt;
  return right ? left->plus(*right, factorOfRight) : std::nullopt;
}

std::optional<AffineForm> Evaluation::multiply(const TermInfo &term) {
  auto left = operand(term.left, term.bits);
  auto right = left ? operand(term.right, term.bits) : std::nullopt;
  if (!right || !(left->isConstant() || right->isConstant()))
    return std::nullopt;
  if (left->isConstant())
    std::swap(left, right);
  const auto factor = AffineForm::ofConstant(centred(right->constant(), term.bits));
  auto result = factor ? left->times(factor->constant()) : std::nullopt;
  if (result && result->isConstant())
    return AffineForm::ofConstant(centred(result->constant(), term.bits));
  return result;
}

std::optional<AffineForm> Evaluation::divide(const TermInfo &term) {
  if (!hasWidthOfOperands(term))
    return std::nullopt;
  const auto left = reading(term.left, false);
  const auto right = left ? reading(term.right, false) : std::nullopt;
  return right && right->isConstant() ? quotient(*left, right->constant()) : std::nullopt;
}

/// Of a number that is not negative.
std::optional<AffineForm> Evaluation::signedDivision(const TermInfo &term) {
  if (!hasWidthOfOperands(term))
    return std::nullopt;
  const auto left = reading(term.left, true);
  const auto right = left ? reading(term.right, true) : std::nullopt;
  if (!right || !right->isConstant() || where.range(*left).low < 0)
    return std::nullopt;
  return term.kind == TermKind::SignedDivide ? quotient(*left, right->constant())
                                             : remainder(*left, right->constant());
}

/// Rounded down. Multiples of the divisor in a sum are divided by themselves: warps of a
/// block and those of all blocks then count alike.
std::optional<AffineForm> Evaluation::quotient(const AffineForm &dividend, int64_t divisor) {
  if (divisor <= 0)
    return std::nullopt;
  const AffineForm multiples = dividend.multiplesOf(divisor);
  const auto rest = dividend.minus(multiples);
  const auto ofRest = rest ? quotientOfRest(*rest, divisor) : std::nullopt;
  return ofRest ? ofRest->plus(multiples.dividedBy(divisor)) : std::nullopt;
}

/// One that is not affine is a variable: the remainder, less than the divisor, says all
/// about it. The dividend must be a number, not one modulo another.
std::optional<AffineForm> Evaluation::quotientOfRest(const AffineForm &dividend, int64_t divisor) {
  const Interval values = where.range(dividend);
  if (values.isEmpty() || !values.isFinite())
    return std::nullopt;
  const Interval quotients{floorDivide(values.low, divisor), floorDivide(values.high, divisor)};
  if (quotients.isSingle())
    return AffineForm::ofConstant(quotients.low);
  for (const Division &division : divisions)
    if (const auto difference = division.dividend.minus(dividend);
        division.divisor == divisor && difference && difference->isConstant() &&
        difference->constant() == 0)
      return division.quotient;
  AffineForm made = newVariable();
  const auto rest = dividend.plus(made, -divisor);
  if (!rest)
    return std::nullopt;
  where.restrict(made, quotients);
  where.restrict(*rest, {0, Wide(divisor) - 1});
  divisions.push_back({dividend, divisor, made});
  return made;
}

std::optional<AffineForm> Evaluation::remainder(const AffineForm &dividend, int64_t divisor) {
  const auto times = quotient(dividend, divisor);
  return times ? dividend.plus(*times, -divisor) : std::nullopt;
}

std::optional<AffineForm> Evaluation::extended(const TermInfo &term, bool isSigned) {
  return launch.terms[term.left].bits <= term.bits ? reading(term.left, isSigned) : std::nullopt;
}

/// Minimum or maximum: one of the two where the ranges tell which, else a variable that
/// both bound.
std::optional<AffineForm> Evaluation::select(const TermInfo &term, bool isSigned, bool takesLess) {
  if (!hasWidthOfOperands(term))
    return std::nullopt;
  const auto left = reading(term.left, isSigned);
  const auto right = left ? reading(term.right, isSigned) : std::nullopt;
  const auto difference = right ? left->minus(*right) : std::nullopt;
  if (!difference)
    return std::nullopt;
  const Interval values = where.range(*difference);
  if (values.high <= 0)
    return takesLess ? left : right;
  if (values.low >= 0)
    return takesLess ? right : left;
  constexpr size_t MostChoices = 8;
  if (choices.size() == MostChoices)
    return std::nullopt;
  return choice(*left, *right, takesLess);
}

AffineForm Evaluation::choice(const AffineForm &left, const AffineForm &right, bool takesLess) {
  const AffineForm made = newVariable();
  for (const AffineForm &each : {left, right})
    if (const auto difference = made.minus(each))
      where.restrict(*difference, takesLess ? Interval{-Infinity, 0} : Interval{0, Infinity});
  const Interval first = where.range(left), second = where.range(right);
  where.restrict(made, takesLess ? Interval{std::min(first.low, second.low), Infinity}
                                 : Interval{-Infinity, std::max(first.high, second.high)});
  choices.push_back({made, left, right, takesLess});
  return made;
}

AffineForm Evaluation::newVariable() {
  return AffineForm::ofVariable(FirstQuotient + divisions.size() + choices.size());
}

/// The form is at most so much. So it is with what is no greater in it: the operands of a
/// maximum, or those of a minimum that is taken off.
void Evaluation::restrictAbove(const AffineForm &form, Wide most, size_t choicesBefore) {
  where.restrict(form, {-Infinity, most});
  while (choicesBefore-- > 0) {
    const Choice each = choices[choicesBefore];
    const Variable variable = each.chosen.summands().front().variable;
    const int64_t count = form.coefficientOf(variable);
    if (each.takesLess ? count >= 0 : count <= 0)
      continue;
    for (const AffineForm &operand : {each.left, each.right})
      if (const auto with = form.without(variable).plus(operand, count))
        restrictAbove(*with, most, choicesBefore);
    return;
  }
}

std::optional<AffineForm> Evaluation::recurrence(const TermInfo &term) {
  const auto start = operand(term.left, term.bits);
  const auto step = start ? operand(term.right, term.bits) : std::nullopt;
  if (!step || !step->isConstant() || term.value < 0)
    return std::nullopt;
  const auto factor = AffineForm::ofConstant(centred(step->constant(), term.bits));
  const AffineForm round = AffineForm::ofVariable(FirstRound + Variable(term.value));
  return factor ? start->plus(round, factor->constant()) : std::nullopt;
}

/// Shifted by the multiple of 2^bits that puts its whole range into the window.
std::optional<AffineForm> Evaluation::reduced(const AffineForm &form, unsigned bits,
                                              bool isSigned) const {
  const Interval values = where.range(form);
  const Interval goal = window(bits, isSigned);
  if (values.isEmpty() || !values.isFinite())
    return std::nullopt;
  Wide turns = (values.low - goal.low) / powerOfTwo(bits);
  if (values.low < goal.low + turns * powerOfTwo(bits))
    --turns;
  if (values.high - turns * powerOfTwo(bits) > goal.high)
    return std::nullopt;
  if (turns == 0)
    return form;
  const auto shift = AffineForm::ofConstant(turns * powerOfTwo(bits));
  return shift ? form.minus(*shift) : std::nullopt;
}

std::optional<AffineForm> Evaluation::reading(uint32_t index, bool isSigned) {
  if (const TermInfo &term = launch.terms[index]; term.kind == TermKind::Ticket)
    return ticket(term, isSigned);
  const auto value = form(index);
  if (!value)
    return std::nullopt;
  const auto exact = reduced(*value, launch.terms[index].bits, isSigned);
  const auto counted = exact || !value->hasRounds() ? exact : countedReading(index, isSigned);
  return counted ? counted : truncatedReading(index, isSigned);
}

/// What is left of a larger number is a remainder, and so is an opaque one without its sign.
std::optional<AffineForm> Evaluation::truncatedReading(uint32_t index, bool isSigned) {
  constexpr unsigned MostBits = 32;
  const TermInfo &term = launch.terms[index];
  if ((term.kind != TermKind::Truncate && term.kind != TermKind::Opaque) || isSigned ||
      term.bits > MostBits)
    return std::nullopt;
  const auto value = form(index);
  return value ? remainder(*value, int64_t(powerOfTwo(term.bits))) : std::nullopt;
}

/// The innermost loop that has a part in it, by number; -1: none. (That one cancels out here
/// does not count there.) A draw is within all loops, and an opaque value in that which computes
/// it.
int64_t Evaluation::loopOf(uint32_t index) {
  if (const auto found = loops.find(index); found != loops.end())
    return found->second;
  const TermInfo &term = launch.terms[index];
  const unsigned operands = operandsOf(term.kind);
  int64_t innermost = -1;
  if (term.kind == TermKind::Recurrence || term.kind == TermKind::Opaque)
    innermost = term.value;
  if (term.kind == TermKind::Ticket)
    innermost = std::numeric_limits<int64_t>::max();
  if (operands >= 1)
    innermost = std::max(innermost, loopOf(term.left));
  if (operands == 2)
    innermost = std::max(innermost, loopOf(term.right));
  return loops[index] = innermost;
}

/// Of what is the same in all rounds of the loop.
std::optional<AffineForm> Evaluation::fixedReading(uint32_t index, int64_t loop, bool isSigned) {
  const auto value = loopOf(index) < loop ? form(index) : std::nullopt;
  return value ? reduced(*value, launch.terms[index].bits, isSigned) : std::nullopt;
}

/// By induction over the rounds: the guard held in the round before, and one step
/// beyond it does not wrap. Without start and end that are the same in every round,
/// what is known here does not count there.
std::optional<AffineForm> Evaluation::countedReading(uint32_t index, bool isSigned) {
  const TermInfo &term = launch.terms[index];
  const auto value = form(index);
  if (!value || term.kind != TermKind::Recurrence || isCounting || !hasWidthOfOperands(term) ||
      loopOf(term.right) >= 0)
    return std::nullopt;
  isCounting = true;
  const auto start = fixedReading(term.left, term.value, isSigned);
  const int64_t step = value->coefficientOf(FirstRound + Variable(term.value));
  const bool ends =
      start && std::any_of(guards.begin(), guards.end(), [&](const GuardInfo &guard) {
        return holdsInEveryRound(guard) && endsBeforeWrap(guard, index, step, isSigned);
      });
  isCounting = false;
  const AffineForm round = AffineForm::ofVariable(FirstRound + Variable(term.value));
  return ends ? start->plus(round, step) : std::nullopt;
}

bool Evaluation::endsBeforeWrap(const GuardInfo &guard, uint32_t index, int64_t step,
                                bool isSigned) {
  const GuardRelation relation = relationOf(guard);
  const GuardRelation less = isSigned ? GuardRelation::SignedLess : GuardRelation::UnsignedLess;
  const GuardRelation atMost =
      isSigned ? GuardRelation::SignedLessEqual : GuardRelation::UnsignedLessEqual;
  if ((relation != less && relation != atMost) || (step > 0 ? guard.left : guard.right) != index)
    return false;
  const unsigned bits = launch.terms[index].bits;
  const uint32_t other = step > 0 ? guard.right : guard.left;
  const int64_t loop = launch.terms[index].value;
  const auto end =
      launch.terms[other].bits == bits ? fixedReading(other, loop, isSigned) : std::nullopt;
  if (!end)
    return false;
  const Interval goal = window(bits, isSigned), ends = where.range(*end);
  const int strict = relation == less;
  return step > 0 ? ends.high - strict + step <= goal.high : ends.low + strict + step >= goal.low;
}

/// Whether that could be done.
bool Evaluation::takeIn(const GuardInfo &guard) {
  if (launch.terms[guard.left].bits != launch.terms[guard.right].bits)
    return false;
  switch (relationOf(guard)) {
  case GuardRelation::Equal:
    return takeInEqual(guard, true);
  case GuardRelation::NotEqual:
    return takeInEqual(guard, false);
  case GuardRelation::SignedLess:
    return takeInLess(guard, true, true);
  case GuardRelation::SignedLessEqual:
    return takeInLess(guard, true, false);
  case GuardRelation::UnsignedLess:
    return takeInLess(guard, false, true);
  case GuardRelation::UnsignedLessEqual:
    return takeInLess(guard, false, false);
  }
  return false;
}

std::optional<AffineForm> Evaluation::difference(const GuardInfo &guard, bool isSigned) {
  const auto left = reading(guard.left, isSigned);
  const auto right = left ? reading(guard.right, isSigned) : std::nullopt;
  return right ? left->minus(*right) : std::nullopt;
}

/// What is a multiple of 2^bits where the two are equal, and 0 if no other is in its range.
std::optional<AffineForm> Evaluation::differenceModulo(const GuardInfo &guard) {
  const auto left = form(guard.left);
  const auto right = left ? form(guard.right) : std::nullopt;
  const auto distance = right ? left->minus(*right) : std::nullopt;
  if (!distance)
    return std::nullopt;
  const Interval values = where.range(*distance);
  const Wide modulus = powerOfTwo(launch.terms[guard.left].bits);
  const Wide multiple = floorDivide(values.high, modulus);
  if (!values.isFinite() || multiple != ceilDivide(values.low, modulus))
    return std::nullopt;
  const auto shift = AffineForm::ofConstant(multiple * modulus);
  return shift ? distance->minus(*shift) : std::nullopt;
}

bool Evaluation::takeInLess(const GuardInfo &guard, bool isSigned, bool isStrict) {
  const auto distance = difference(guard, isSigned);
  if (distance)
    restrictAbove(*distance, isStrict ? -1 : 0, choices.size());
  return distance.has_value();
}

/// Not equal tells something at the end of a range only, which it may be at later.
bool Evaluation::takeInEqual(const GuardInfo &guard, bool isEqual) {
  auto distance = difference(guard, true);
  if (!distance)
    distance = difference(guard, false);
  if (!distance)
    distance = differenceModulo(guard);
  if (!distance)
    return false;
  const Interval values = where.range(*distance);
  if (isEqual)
    where.restrict(*distance, {0, 0});
  else if (values.low == 0)
    where.restrict(*distance, {1, Infinity});
  else if (values.high == 0)
    where.restrict(*distance, {-Infinity, -1});
  return isEqual || !values.holds({0, 0}) || values.low == 0 || values.high == 0;
}

} // namespace warpsan::resolve
