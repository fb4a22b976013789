//===- Domain.cpp - Where an access happens -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "resolve/Domain.h"
#include <cstdlib>
#include <utility>

namespace warpsan::resolve {

namespace {

/// Bounds of a sum bound its variables, and those other sums. Further turns would
/// find little.
constexpr unsigned Turns = 2;

template <typename Ranges>
auto placeOf(Ranges &ranges, Variable variable) {
  return std::lower_bound(ranges.begin(), ranges.end(), variable,
                          [](const auto &entry, Variable sought) { return entry.first < sought; });
}

/// One end of a sum of ranges, from which each can be taken off again.
class End {
public:
  void add(Wide value) {
    if (isInfinite(value))
      ++infinite;
    else
      finite += value;
  }
  void remove(Wide value) {
    if (isInfinite(value))
      --infinite;
    else
      finite -= value;
  }
  /// `infinity`: what an end that is not known is.
  Wide without(Wide value, Wide infinity) const {
    const bool isItself = isInfinite(value);
    if (infinite - isItself > 0)
      return infinity;
    return saturated(isItself ? finite : finite - value);
  }

private:
  Wide finite = 0;
  unsigned infinite = 0;
};

} // namespace

Domain::Domain(const Shape &shape) {
  for (size_t axis = 0; axis < 3; ++axis) {
    threads[axis] = {0, Wide(shape.block[axis]) - 1};
    threads[3 + axis] = {0, Wide(shape.grid[axis]) - 1};
    empty |= threads[axis].isEmpty() || threads[3 + axis].isEmpty();
  }
}

Interval Domain::range(Variable variable) const {
  if (!isRound(variable))
    return threads[variable];
  const auto known = placeOf(rounds, variable);
  if (known != rounds.end() && known->first == variable)
    return known->second;
  return isCount(variable) ? otherRounds : Interval{};
}

void Domain::setRange(Variable variable, const Interval &values) {
  if (!isRound(variable)) {
    threads[variable] = values;
    return;
  }
  const auto place = placeOf(rounds, variable);
  if (place != rounds.end() && place->first == variable)
    place->second = values;
  else
    rounds.insert(place, {variable, values});
}

Interval Domain::boxRange(const AffineForm &form) const {
  Interval values{form.constant(), form.constant()};
  for (const Summand &each : form.summands())
    values = values + range(each.variable) * each.coefficient;
  return values;
}

/// Takes out one sum after the other.
Interval Domain::sumRange(AffineForm form) const {
  Interval values{0, 0};
  for (const Sum &sum : all)
    if (const int64_t count = form.countOf(sum.form))
      if (const auto rest = form.plus(sum.form, -count)) {
        values = values + sum.values * count;
        form = *rest;
      }
  return values + boxRange(form);
}

/// Which sums belong together is not known: each may come first.
Interval Domain::range(const AffineForm &form) const {
  Interval best = intersection(boxRange(form), sumRange(form));
  for (const Sum &sum : all)
    if (const int64_t count = form.shareOf(sum.form))
      if (const auto rest = form.plus(sum.form, -count))
        best = intersection(best, sum.values * count + sumRange(*rest));
  return best;
}

/// Whether it could have had others.
bool Domain::narrow(Variable variable, const Interval &values) {
  const Interval before = range(variable);
  if (values.holds(before))
    return false;
  const Interval left = intersection(before, values);
  empty |= left.isEmpty();
  setRange(variable, left);
  return true;
}

void Domain::restrict(const AffineForm &form, const Interval &values) {
  const Interval rest = values + Interval{-Wide(form.constant()), -Wide(form.constant())};
  if (form.isConstant()) {
    empty |= !rest.holds({0, 0});
    return;
  }
  const bool isNegative = form.summands().front().coefficient < 0;
  const int64_t divisor = isNegative ? -form.commonDivisor() : form.commonDivisor();
  const Interval ends = isNegative ? Interval{rest.high, rest.low} : rest;
  const Interval quotients{ceilDivide(ends.low, divisor), floorDivide(ends.high, divisor)};
  const bool isNew = form.summands().size() == 1
                         ? narrow(form.summands().front().variable, quotients)
                         : propagate(addSum(form.withoutConstant().dividedBy(divisor), quotients));
  if (isNew)
    propagate();
}

Domain::Sum &Domain::addSum(const AffineForm &form, const Interval &values) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const Sum &sum) {
    return sum.form.summands().size() == form.summands().size() && sum.form.countOf(form) == 1;
  });
  if (same == all.end())
    return all.emplace_back(Sum{form, values});
  same->values = intersection(same->values, values);
  return *same;
}

void Domain::propagate() {
  bool isNew = true;
  for (unsigned turn = 0; turn < Turns && isNew; ++turn) {
    isNew = false;
    for (Sum &sum : all)
      isNew |= !empty && propagate(sum);
  }
}

/// Whether that says more of a variable.
bool Domain::propagate(Sum &sum) {
  End low, high;
  for (const Summand &each : sum.form.summands()) {
    const Interval share = range(each.variable) * each.coefficient;
    low.add(share.low);
    high.add(share.high);
  }
  sum.values = intersection(sum.values, {low.without(0, -Infinity), high.without(0, Infinity)});
  empty |= sum.values.isEmpty();
  bool isNew = false;
  for (const Summand &each : sum.form.summands()) {
    if (empty)
      return true;
    const Interval own = range(each.variable) * each.coefficient;
    const Interval others{low.without(own.low, -Infinity), high.without(own.high, Infinity)};
    const Interval share = sum.values + others * -1;
    const Interval ends = each.coefficient < 0 ? Interval{share.high, share.low} : share;
    if (!narrow(each.variable,
                {ceilDivide(ends.low, each.coefficient), floorDivide(ends.high, each.coefficient)}))
      continue;
    const Interval left = range(each.variable) * each.coefficient;
    low.remove(own.low);
    low.add(left.low);
    high.remove(own.high);
    high.add(left.high);
    isNew = true;
  }
  return isNew;
}

void Domain::tighten() {
  bool isNew = false;
  for (const Sum &sum : all)
    for (const Summand &each : sum.form.summands()) {
      if (empty || !isRound(each.variable))
        continue;
      const Interval share = sum.values + range(sum.form.without(each.variable)) * -1;
      const Interval ends = each.coefficient < 0 ? Interval{share.high, share.low} : share;
      isNew |= narrow(each.variable, {ceilDivide(ends.low, each.coefficient),
                                      floorDivide(ends.high, each.coefficient)});
    }
  if (isNew)
    propagate();
}

/// Opaque values first: then what they stand between is known of coordinates.
bool Domain::substitute() {
  return substitute([](Variable variable) { return isOpaque(variable); }) ||
         substitute([](Variable) { return true; });
}

template <typename Choice>
bool Domain::substitute(const Choice &isChosen) {
  for (const Sum &sum : all)
    for (const Summand &each : sum.form.summands()) {
      const auto value = AffineForm::ofConstant(sum.values.low);
      if (!isChosen(each.variable) || !sum.values.isSingle() || std::abs(each.coefficient) != 1 ||
          !value)
        continue;
      const auto others = value->minus(sum.form.without(each.variable));
      const auto form = others ? others->times(each.coefficient) : std::nullopt;
      if (!form)
        continue;
      replace(each.variable, *form);
      return true;
    }
  return false;
}

/// A sum that gets too large is given up.
void Domain::replace(Variable variable, const AffineForm &form) {
  const std::vector<Sum> before = std::exchange(all, {});
  for (const Sum &sum : before)
    if (const auto with = sum.form.without(variable).plus(form, sum.form.coefficientOf(variable)))
      restrict(*with, sum.values);
  restrict(form, range(variable));
}

Domain Domain::renamed(const std::map<Variable, Variable> &names) const {
  Domain domain = *this;
  domain.rounds.clear();
  domain.otherRounds = {0, 0};
  for (const auto &[from, to] : names)
    domain.setRange(to, range(from));
  domain.all.clear();
  for (const Sum &sum : all) {
    const auto &parts = sum.form.summands();
    if (std::all_of(parts.begin(), parts.end(), [&](const Summand &each) {
          return !isRound(each.variable) || names.contains(each.variable);
        }))
      domain.all.push_back({sum.form.renamed([&](Variable variable) {
                              return isRound(variable) ? names.at(variable) : variable;
                            }),
                            sum.values});
  }
  return domain;
}

} // namespace warpsan::resolve
