//===- Encounter.cpp - Two accesses of a common byte ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds of both threads goes into one domain, in which the second thread has
// variables of its own but for those of a common block, and so does that they touch a
// common byte. If nothing is left in
// it there is no such pair. Where a sum of multiples of a weight and of a rest that is
// less can have its value in one way only, multiples and rest are sums of their own
// (delinearization): rows and columns of two elements that are one are equal.
//===----------------------------------------------------------------------===//
#include "resolve/Encounter.h"
#include "warpsan/access_forms.h"
#include <cstdlib>
#include <set>

namespace warpsan::resolve {

namespace {

/// Beyond all coordinates and loops.
constexpr Variable SecondThread = Variable(1) << 40;

Variable ofSecond(Variable variable) { return variable | SecondThread; }

bool isOfSecond(Variable variable) { return variable & SecondThread; }

/// Such sums say how the places of the two threads lie to each other.
bool isOfBoth(const AffineForm &form) {
  const auto &parts = form.summands();
  const auto isSecond = [](const Summand &each) { return isOfSecond(each.variable); };
  return std::any_of(parts.begin(), parts.end(), isSecond) &&
         !std::all_of(parts.begin(), parts.end(), isSecond);
}

/// Multiples of a weight in a form, and what is left of it.
struct Split {
  AffineForm multiples;
  AffineForm rest;
};

std::optional<Split> splitBy(const AffineForm &form, int64_t weight) {
  std::optional<AffineForm> multiples = AffineForm();
  for (const Summand &each : form.summands()) {
    const bool isLess = std::abs(each.coefficient) < weight;
    const Wide half = each.coefficient < 0 ? -(weight / 2) : weight / 2;
    const int64_t count = isLess ? 0 : int64_t((each.coefficient + half) / weight);
    multiples = count ? multiples->plus(AffineForm::ofVariable(each.variable), count) : multiples;
    if (!multiples)
      return std::nullopt;
  }
  const auto rest = form.plus(*multiples, -weight);
  return rest ? std::optional<Split>({*multiples, *rest}) : std::nullopt;
}

class Pair {
public:
  Pair(const Touch &first, const Touch &second, Threads which)
      : where(first.domain), areSame(&first == &second) {
    const auto name = [&](Variable variable) {
      return which == Threads::OfOneBlock && isOfBlock(variable) ? variable : ofSecond(variable);
    };
    where.add(second.domain, name);
    const auto distance = first.address.minus(second.address.renamed(name));
    if (distance)
      where.restrict(*distance, {1 - Wide(first.bytes), Wide(second.bytes) - 1});
    learn();
  }

  bool isPossible() const { return !where.isEmpty(); }
  bool isPossible(const Difference &difference) const;

private:
  bool learn(const Domain::Sum &sum);
  bool learn(const Domain::Sum &sum, int64_t weight);
  void learn();
  void substitute();
  bool isPossible(const AffineForm &distance, const Interval &values) const;

  Domain where;
  bool areSame;
};

/// Whether that says more than was known.
bool Pair::learn(const Domain::Sum &sum, int64_t weight) {
  const auto split = splitBy(sum.form, weight);
  if (!split || split->multiples.isConstant() || split->rest.isConstant())
    return false;
  const Interval left = sum.values + where.range(split->rest) * -1;
  const Interval counts =
      intersection(where.range(split->multiples),
                   {ceilDivide(left.low, weight), floorDivide(left.high, weight)});
  if (!counts.isEmpty() && !counts.isSingle())
    return false;
  const auto isKnown = [&](const AffineForm &form, const Interval &values) {
    return values.holds(where.range(form));
  };
  const Interval rest = sum.values + counts * -weight;
  if (isKnown(split->multiples, counts) && isKnown(split->rest, rest))
    return false;
  where.restrict(split->multiples, counts);
  where.restrict(split->rest, rest);
  return true;
}

bool Pair::learn(const Domain::Sum &sum) {
  std::set<int64_t> weights;
  for (const Summand &each : sum.form.summands())
    weights.insert(std::abs(each.coefficient));
  bool isNew = false;
  for (const int64_t weight : weights)
    isNew |= weight > 1 && !where.isEmpty() && learn(sum, weight);
  return isNew;
}

void Pair::learn() {
  constexpr unsigned Turns = 4;
  bool isNew = true;
  for (unsigned turn = 0; isNew && turn < Turns; ++turn) {
    isNew = false;
    const std::vector<Domain::Sum> sums = where.sums();
    for (const Domain::Sum &sum : sums)
      isNew |= isOfBoth(sum.form) && sum.values.isFinite() && !where.isEmpty() && learn(sum);
  }
}

/// A variable that a sum fixes is the others of it.
void Pair::substitute() {
  constexpr unsigned Most = 8;
  for (unsigned count = 0; count < Most && !where.isEmpty() && where.substitute(); ++count)
    learn();
}

/// What one thread does twice is the same either way round.
bool Pair::isPossible(const Difference &difference) const {
  const auto second = AffineForm::ofVariable(ofSecond(difference.ofSecond));
  const auto distance = second.minus(AffineForm::ofVariable(difference.ofFirst));
  if (!distance)
    return true;
  const Interval values = where.range(*distance);
  return (values.high >= difference.least && isPossible(*distance, {difference.least, Infinity})) ||
         (!areSame && values.low <= -difference.least &&
          isPossible(*distance, {-Infinity, -difference.least}));
}

bool Pair::isPossible(const AffineForm &distance, const Interval &values) const {
  Pair pair = *this;
  pair.where.restrict(distance, values);
  pair.learn();
  pair.substitute();
  return pair.isPossible();
}

} // namespace

/// Different threads differ in a coordinate, too: those of one block in one of the thread, and
/// others in one of the block.
bool mayEncounter(const Touch &first, const Touch &second, Threads which,
                  const std::optional<Difference> &difference) {
  const Pair pair(first, second, which);
  if (!pair.isPossible() || (difference && !pair.isPossible(*difference)))
    return false;
  constexpr auto BlockX = Variable(abi::LaunchRegister::BlockX);
  const Variable firstAxis = which == Threads::OfOneBlock ? 0 : BlockX;
  for (Variable axis = firstAxis; axis < firstAxis + BlockX; ++axis)
    if (pair.isPossible(Difference{axis, axis, 1}))
      return true;
  return false;
}

} // namespace warpsan::resolve
