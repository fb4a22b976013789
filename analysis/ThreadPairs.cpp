//===- ThreadPairs.cpp - May two threads touch the same bytes? -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/ThreadPairs.h"
#include "analysis/IndexForms.h"
#include "analysis/Inequalities.h"

#include "llvm/ADT/SetVector.h"

#include <tuple>

using namespace llvm;

namespace warpsan {
namespace {

/// The system of two threads. A symbol that both share is one variable, else it is two.
class PairOfThreads {
public:
  PairOfThreads(const IndexForms &forms, SharedSymbols isShared)
      : forms(forms), isShared(isShared) {}

  void add(const IndexedAccess &access, unsigned thread);
  void addOverlap(const IndexedAccess &first, const IndexedAccess &second);
  bool mayBeDifferent(const IndexedAccess &first, const IndexedAccess &second);
  void roundSteps(const IndexedAccess &first, const IndexedAccess &second);
  void roundMultiples();
  void roundBelowPower(const LinearForm &multiple, const LinearForm &unit);
  void matchFlips();
  void roundFlips();
  bool isBelow(const LinearForm &form, int64_t bound) const;
  std::optional<int64_t> powerAbove(const LinearForm &form) const;
  /// Whether that may be in one of the cases that the choices of symbols make.
  bool mayInOneCase(function_ref<bool(const PairOfThreads &)> mayBe, unsigned decided = 0) const;
  bool mayHold() const { return system.mayHold(); }
  void require(const LinearForm &form, unsigned thread) { system.require(of(form, thread)); }

private:
  LinearForm of(const LinearForm &form, unsigned thread) const;
  LinearForm of(unsigned symbol, unsigned thread) const {
    return of(LinearForm::ofSymbol(symbol), thread);
  }
  LinearForm distance(unsigned symbol) const { return of(symbol, 1) - of(symbol, 0); }
  SmallVector<unsigned, 8> distinguishing(const IndexedAccess &first,
                                          const IndexedAccess &second) const;
  bool mayBeApart(unsigned symbol, int direction) const;
  bool hasSharedUnit(unsigned symbol) const;
  bool mayBeZero(unsigned unit) const;
  bool areEqual(const LinearForm &a, const LinearForm &b) const;

  void choose(unsigned symbol, unsigned thread, unsigned choice);

  const IndexForms &forms;
  SharedSymbols isShared;
  Inequalities system;
  SmallSetVector<std::pair<unsigned, unsigned>, 4> undecided; ///< and of which thread
  SmallSetVector<std::pair<unsigned, unsigned>, 4> multiples; ///< of a unit
  SmallSetVector<std::pair<unsigned, unsigned>, 4> flips;
};

LinearForm PairOfThreads::of(const LinearForm &form, unsigned thread) const {
  LinearForm result{form.constant, {}};
  for (const auto &[symbol, factor] : form.factors)
    result.factors[2 * symbol + (isShared(symbol) ? 0 : thread)] = factor;
  return result;
}

/// What is known when a thread makes the access.
void PairOfThreads::add(const IndexedAccess &access, unsigned thread) {
  SmallSetVector<unsigned, 16> symbols;
  const auto addSymbols = [&](const LinearForm &form) {
    for (const auto &row : form.factors)
      symbols.insert(row.first);
  };
  addSymbols(access.offset);
  for (const LinearForm &guard : access.guards) {
    require(guard, thread);
    addSymbols(guard);
  }
  for (unsigned i = 0; i < IndexForms::Dimensions; ++i)
    if (!forms.isSingle(i))
      symbols.insert(IndexForms::Thread + i);
  for (unsigned i = 0; i < symbols.size(); ++i) {
    const IndexForms::Symbol &symbol = forms.symbol(symbols[i]);
    const LinearForm form = LinearForm::ofSymbol(symbols[i]);
    require(form - LinearForm{symbol.range.least, {}}, thread);
    require(LinearForm{symbol.range.greatest, {}} - form, thread);
    for (const LinearForm &fact : symbol.facts) {
      require(fact, thread);
      addSymbols(fact);
    }
    if (!symbol.choices.empty())
      undecided.insert({symbols[i], isShared(symbols[i]) ? 0 : thread});
    if (symbol.hasUnit())
      multiples.insert({symbols[i], thread});
    if (symbol.isFlip) {
      flips.insert({symbols[i], thread});
      addSymbols(symbol.flipped);
      addSymbols(symbol.mask);
    }
    if (symbol.hasBase())
      symbols.insert(symbol.base);
    if (symbol.hasUnit())
      symbols.insert(symbol.unit);
  }
}

void PairOfThreads::addOverlap(const IndexedAccess &first, const IndexedAccess &second) {
  const LinearForm distance = of(second.offset, 1) - of(first.offset, 0);
  system.require(constantForm(int64_t(first.bytes) - 1) - distance);
  system.require(constantForm(int64_t(second.bytes) - 1) + distance);
}

/// What two threads may differ in, largest step first: the cases then are those of
/// digits of a number, of which the first that differs decides. Of symbols that are
/// no thread index it only matters that the cases are complete.
SmallVector<unsigned, 8> PairOfThreads::distinguishing(const IndexedAccess &first,
                                                       const IndexedAccess &second) const {
  SmallVector<unsigned, 8> symbols;
  for (unsigned i = 0; i < IndexForms::Dimensions; ++i)
    if (!forms.isSingle(i))
      symbols.push_back(IndexForms::Thread + i);
  for (const auto &row : first.offset.factors)
    if (row.first >= IndexForms::Extent + IndexForms::Dimensions && !isShared(row.first) &&
        second.offset.factorOf(row.first) != 0)
      symbols.push_back(row.first);
  for (const auto &[symbol, thread] : multiples) // guards may name more of them
    if (thread == 0 && multiples.contains({symbol, 1}) && hasSharedUnit(symbol) &&
        !isShared(symbol) && !is_contained(symbols, symbol))
      symbols.push_back(symbol);
  // Of a product it is the unit that counts, which is more than any index.
  const auto rank = [&](unsigned symbol) {
    const DynamicAPInt step = abs(first.offset.factorOf(symbol));
    return std::tuple(!forms.symbol(symbol).hasUnit(), -step, symbol);
  };
  llvm::sort(symbols, [&](unsigned a, unsigned b) { return rank(a) < rank(b); });
  return symbols;
}

bool PairOfThreads::hasSharedUnit(unsigned number) const {
  const IndexForms::Symbol &symbol = forms.symbol(number);
  return symbol.hasUnit() && isShared(symbol.unit);
}

/// Direction 1: the second thread has the larger value.
bool PairOfThreads::mayBeApart(unsigned number, int direction) const {
  const IndexForms::Symbol &symbol = forms.symbol(number);
  PairOfThreads apart = *this;
  const DynamicAPInt sign(direction);
  apart.system.require(distance(number) * sign - constantForm(1));
  if (hasSharedUnit(number)) {
    apart.system.require(distance(number) * sign - of(symbol.unit, 0));
    if (symbol.hasBase())
      apart.system.require(distance(symbol.base) * sign - constantForm(1));
  }
  return apart.mayHold();
}

/// Of one that both threads share.
bool PairOfThreads::mayBeZero(unsigned unit) const {
  PairOfThreads zero = *this;
  zero.system.require(of(unit, 0) * DynamicAPInt(-1));
  return zero.mayHold();
}

bool PairOfThreads::mayBeDifferent(const IndexedAccess &first, const IndexedAccess &second) {
  for (unsigned number : distinguishing(first, second)) {
    if (mayBeApart(number, 1) || mayBeApart(number, -1))
      return true;
    const IndexForms::Symbol &symbol = forms.symbol(number);
    system.requireEqual(of(number, 0), of(number, 1));
    if (symbol.hasBase() && hasSharedUnit(number) && !mayBeZero(symbol.unit))
      system.requireEqual(of(symbol.base, 0), of(symbol.base, 1));
  }
  return false; // one and the same thread
}

/// One that is more than zero is its unit at least.
void PairOfThreads::roundMultiples() {
  for (const auto &[number, thread] : multiples) {
    const IndexForms::Symbol &symbol = forms.symbol(number);
    if (forms.symbol(symbol.unit).isPowerOrZero)
      roundBelowPower(of(number, thread), of(symbol.unit, thread));
    PairOfThreads other = *this;
    other.system.require(of(number, thread) * DynamicAPInt(-1));
    if (other.mayHold())
      continue;
    system.require(of(number, thread) - of(symbol.unit, thread));
    if (symbol.hasBase())
      system.require(of(symbol.base, thread) - constantForm(1));
  }
}

bool PairOfThreads::isBelow(const LinearForm &form, int64_t bound) const {
  PairOfThreads above = *this;
  above.system.require(form - constantForm(bound));
  return !above.mayHold();
}

/// The least power of two that it stays below, if that is not more than threads have.
std::optional<int64_t> PairOfThreads::powerAbove(const LinearForm &form) const {
  constexpr unsigned MaxBits = 10;
  if (!isBelow(form, int64_t(1) << MaxBits))
    return std::nullopt;
  unsigned least = 0, most = MaxBits;
  while (least < most) {
    const unsigned bits = (least + most) / 2;
    if (isBelow(form, int64_t(1) << bits))
      most = bits;
    else
      least = bits + 1;
  }
  return int64_t(1) << most;
}

/// Of powers of two a larger one is a multiple: what is below it is a unit below it.
void PairOfThreads::roundBelowPower(const LinearForm &multiple, const LinearForm &unit) {
  if (const auto power = powerAbove(multiple); power && isBelow(unit, *power + 1))
    system.require(constantForm(*power) - unit - multiple);
}

/// Numbers without a higher bit have none if some bits are flipped that are not higher.
void PairOfThreads::roundFlips() {
  for (const auto &[number, thread] : flips) {
    const IndexForms::Symbol &symbol = forms.symbol(number);
    const LinearForm flipped = of(symbol.flipped, thread), mask = of(symbol.mask, thread);
    const std::optional<int64_t> power = powerAbove(flipped);
    if (power && isBelow(flipped * DynamicAPInt(-1), 1) && isBelow(mask * DynamicAPInt(-1), 1) &&
        isBelow(mask, *power))
      system.require(constantForm(*power - 1) - of(number, thread));
  }
}

bool PairOfThreads::areEqual(const LinearForm &a, const LinearForm &b) const {
  return none_of(ArrayRef({1, -1}), [&](int direction) {
    PairOfThreads other = *this;
    other.system.require((a - b) * DynamicAPInt(direction) - constantForm(1));
    return other.mayHold();
  });
}

/// With one mask, who flips to another's number is flipped to by that one, and no two
/// flip to one number.
void PairOfThreads::matchFlips() {
  for (const auto &[number, thread] : flips) {
    const IndexForms::Symbol &symbol = forms.symbol(number);
    const bool isOneMask =
        all_of(symbol.mask.factors, [&](const auto &row) { return isShared(row.first); });
    if (thread != 0 || !flips.contains({number, 1}) || !isOneMask)
      continue;
    const LinearForm first = of(symbol.flipped, 0), second = of(symbol.flipped, 1);
    if (areEqual(of(number, 0), second))
      system.requireEqual(of(number, 1), first);
    if (areEqual(of(number, 1), first))
      system.requireEqual(of(number, 0), second);
    if (areEqual(of(number, 0), of(number, 1)))
      system.requireEqual(first, second);
  }
}

/// What offsets have a common factor of are whole numbers, also where the two name
/// different ones: rows of an array that are less than one apart are the same.
void PairOfThreads::roundSteps(const IndexedAccess &first, const IndexedAccess &second) {
  std::map<DynamicAPInt, LinearForm> steps;
  for (const auto &[symbol, factor] : first.offset.factors)
    steps[factor] += of(symbol, 0) * DynamicAPInt(-1);
  for (const auto &[symbol, factor] : second.offset.factors)
    steps[factor] += of(symbol, 1);
  const DynamicAPInt rest = second.offset.constant - first.offset.constant;
  for (auto &[factor, step] : steps) {
    step.constant += floorDiv(rest + factor / 2, factor);
    const auto mayBe = [&](int direction) {
      PairOfThreads apart = *this;
      apart.system.require(step * DynamicAPInt(direction) - constantForm(1));
      return apart.mayHold();
    };
    if (!mayBe(1) && !mayBe(-1))
      system.requireEqual(step, constantForm(0));
  }
}

/// What is a multiple of a parity is known with it.
void PairOfThreads::choose(unsigned number, unsigned thread, unsigned choice) {
  const IndexForms::Symbol &chosen = forms.symbol(number);
  system.requireEqual(of(chosen.choices[choice], thread), constantForm(0));
  if (!chosen.isParity)
    return;
  for (const auto &[product, owner] : multiples) {
    const IndexForms::Symbol &symbol = forms.symbol(product);
    if (symbol.base == number && (owner == thread || isShared(number)))
      system.requireEqual(of(product, owner), of(symbol.unit, owner) * DynamicAPInt(choice));
  }
}

bool PairOfThreads::mayInOneCase(function_ref<bool(const PairOfThreads &)> mayBe,
                                 unsigned decided) const {
  constexpr unsigned MaxDecided = 4;
  if (!mayBe(*this))
    return false;
  if (decided == undecided.size() || decided == MaxDecided)
    return true;
  const auto [symbol, thread] = undecided[decided];
  for (unsigned choice = 0; choice < forms.symbol(symbol).choices.size(); ++choice) {
    PairOfThreads pair = *this;
    pair.choose(symbol, thread, choice);
    if (pair.mayInOneCase(mayBe, decided + 1))
      return true;
  }
  return false;
}

bool isImpossible(const IndexedAccess &access, const LinearForm &form, const IndexForms &forms) {
  const auto isShared = [](unsigned) { return false; };
  PairOfThreads thread(forms, isShared);
  thread.add(access, 0);
  thread.require(form, 0);
  return !thread.mayInOneCase([](const PairOfThreads &one) {
    PairOfThreads rounded = one;
    rounded.roundMultiples();
    rounded.roundFlips();
    return rounded.mayHold();
  });
}

bool mayOverlapAsTold(const IndexedAccess &first, const IndexedAccess &second,
                      const IndexForms &forms, SharedSymbols isShared) {
  PairOfThreads pair(forms, isShared);
  pair.add(first, 0);
  pair.add(second, 1);
  pair.addOverlap(first, second);
  return pair.mayInOneCase([&](const PairOfThreads &both) {
    if (!both.mayHold() || !PairOfThreads(both).mayBeDifferent(first, second))
      return false;
    PairOfThreads rounded = both;
    rounded.roundMultiples();
    rounded.matchFlips();
    rounded.roundSteps(first, second);
    return rounded.mayBeDifferent(first, second);
  });
}

} // namespace

/// Guards can make the system too large to solve, and many pairs need none.
bool mayOverlap(const IndexedAccess &first, const IndexedAccess &second, const IndexForms &forms,
                SharedSymbols isShared) {
  const IndexedAccess anywhere{first.offset, first.bytes, {}};
  const IndexedAccess other{second.offset, second.bytes, {}};
  return mayOverlapAsTold(anywhere, other, forms, isShared) &&
         mayOverlapAsTold(first, second, forms, isShared);
}

bool isWithin(const IndexedAccess &access, const DynamicAPInt &bytes, const IndexForms &forms) {
  const DynamicAPInt last = bytes - int64_t(access.bytes);
  return isImpossible(access, constantForm(-1) - access.offset, forms) &&
         isImpossible(access, access.offset - LinearForm{last + 1, {}}, forms);
}

} // namespace warpsan
