//===- OneToOne.cpp - Threads with bytes of their own ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mixed radix: an address is a number whose digits are the coordinates of the thread
// and the rounds of loops, with weights. If each digit weighs at least as much as all
// lighter ones and the bytes of the accesses together can make up, numbers that differ
// in a digit are apart. Digits that are lighter than all that tell threads may do as
// they like: they stay within the thread's own bytes.
//===----------------------------------------------------------------------===//
#include "resolve/OneToOne.h"
#include <cstdlib>

namespace warpsan::resolve {

namespace {

struct Digit {
  int64_t weight;
  Wide width; ///< greatest less least value
  bool tellsThreads;
};

/// Of numbers that stand for `extent` bytes each.
bool separates(std::vector<Digit> digits, Wide extent) {
  std::sort(digits.begin(), digits.end(), [](const Digit &left, const Digit &right) {
    return std::abs(left.weight) < std::abs(right.weight);
  });
  bool tells = false;
  for (const Digit &digit : digits) {
    if (digit.width == 0)
      continue;
    const int64_t weight = std::abs(digit.weight);
    tells |= digit.tellsThreads;
    if (tells && weight < extent)
      return false;
    extent = sum(extent, product(digit.width, weight));
  }
  return true;
}

bool hasCoordinate(const AffineForm &form) {
  return !form.isConstant() && !isRound(form.summands().front().variable);
}

/// Loops of several accesses are compared by the coefficients of their rounds: the
/// rounds of two threads have nothing to do with each other anyway.
class RoundNames {
public:
  void rename(Touch &touch) {
    std::map<Variable, Variable> names;
    std::map<int64_t, unsigned> seen;
    for (const Summand &each : touch.address.summands())
      if (isRound(each.variable))
        names[each.variable] = nameOf({each.coefficient, seen[each.coefficient]++});
    touch.address = touch.address.renamed(
        [&](Variable variable) { return isRound(variable) ? names.at(variable) : variable; });
    touch.domain = touch.domain.renamed(names);
  }

private:
  using Key = std::pair<int64_t, unsigned>;
  Variable nameOf(Key key) {
    return known.try_emplace(key, FirstRound + known.size()).first->second;
  }

  std::map<Key, Variable> known;
};

/// What the accesses have in common.
class Map {
public:
  explicit Map(std::vector<Touch> accesses) : touches(std::move(accesses)) {}

  bool isOneToOne() {
    RoundNames names;
    for (Touch &touch : touches)
      names.rename(touch);
    for (Variable axis = 0; axis < FirstRound; ++axis)
      if (!unify(axis))
        return false;
    if (!addUp())
      return false;
    return separates(compositeDigits(), slot) || separates(digitsOf(form), slot);
  }

private:
  template <typename Key>
  Interval hullOf(const Key &key) const {
    Interval all = touches.front().domain.range(key);
    for (const Touch &touch : touches)
      all = hull(all, touch.domain.range(key));
    return all;
  }

  /// A coordinate that an access fixes may have any coefficient there: that of the
  /// others. False: they differ, or it does not tell threads apart.
  bool unify(Variable axis) {
    if (hullOf(axis).isSingle())
      return true;
    int64_t common = 0;
    for (const Touch &touch : touches)
      if (!touch.domain.range(axis).isSingle() || common == 0)
        common = touch.address.coefficientOf(axis);
    return common != 0 && std::all_of(touches.begin(), touches.end(),
                                      [&](Touch &touch) { return adopt(touch, axis, common); });
  }

  static bool adopt(Touch &touch, Variable axis, int64_t coefficient) {
    const int64_t missing = coefficient - touch.address.coefficientOf(axis);
    if (missing == 0)
      return true;
    const Interval value = touch.domain.range(axis);
    const auto product = AffineForm::ofVariable(axis).times(missing);
    const auto fixed = AffineForm::ofConstant(value.low * missing);
    if (!value.isSingle() || !product || !fixed)
      return false;
    const auto with = touch.address.plus(*product);
    const auto without = with ? with->minus(*fixed) : std::nullopt;
    if (without)
      touch.address = *without;
    return without.has_value();
  }

  /// A loop that an access does not have is in round 0 there.
  bool addUp() {
    Interval bytes{touches.front().address.constant(), touches.front().address.constant()};
    for (const Touch &touch : touches) {
      const int64_t first = touch.address.constant();
      bytes = hull(bytes, {first, Wide(first) + touch.bytes - 1});
      for (const Summand &each : touch.address.summands())
        if (form.coefficientOf(each.variable) == 0) {
          const auto more = form.plus(AffineForm::ofVariable(each.variable), each.coefficient);
          if (!more)
            return false;
          form = *more;
        }
    }
    slot = bytes.width() + 1;
    return true;
  }

  std::vector<Digit> digitsOf(const AffineForm &part) const {
    std::vector<Digit> digits;
    for (const Summand &each : part.summands())
      digits.push_back({each.coefficient, hullOf(each.variable).width(), !isRound(each.variable)});
    return digits;
  }

  /// Sums that guards bound are digits, if they tell the threads in them apart. Small
  /// ones first: x < w and y < h before y * w + x < n.
  std::vector<Digit> compositeDigits() const {
    std::vector<AffineForm> sums;
    for (const Touch &touch : touches)
      for (const Domain::Sum &each : touch.domain.sums())
        sums.push_back(each.form);
    std::sort(sums.begin(), sums.end(), [](const AffineForm &left, const AffineForm &right) {
      return left.summands().size() < right.summands().size();
    });
    AffineForm rest = form;
    std::vector<Digit> digits;
    for (const AffineForm &each : sums) {
      const int64_t count = rest.countOf(each);
      const auto others = rest.plus(each, -count);
      if (count == 0 || !others || !separates(digitsOf(each), 1))
        continue;
      digits.push_back({count, hullOf(each).width(), hasCoordinate(each)});
      rest = *others;
    }
    const std::vector<Digit> single = digitsOf(rest);
    digits.insert(digits.end(), single.begin(), single.end());
    return digits;
  }

  std::vector<Touch> touches;
  AffineForm form; ///< without constant
  Wide slot = 0;   ///< bytes that the constants of the accesses span
};

} // namespace

bool areApart(std::vector<Touch> touches) { return Map(std::move(touches)).isOneToOne(); }

} // namespace warpsan::resolve
