//===- Inequalities.cpp - Do linear inequalities have a solution? ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Inequalities.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using namespace llvm;

namespace warpsan {

/// In whole numbers 3 + 4a >= 0 is a >= 0.
void Inequalities::add(LinearForm form, const Sources &sources) {
  if (form.isConstant()) {
    isImpossible |= form.constant < 0;
    return;
  }
  DynamicAPInt divisor(0);
  for (const auto &row : form.factors)
    divisor = gcd(divisor, abs(row.second));
  for (auto &row : form.factors)
    row.second /= divisor;
  form.constant = floorDiv(form.constant, divisor);
  auto [row, isNew] = rows.try_emplace(std::move(form.factors), Row{form.constant, sources});
  if (!isNew && form.constant < row->second.constant)
    row->second = {form.constant, sources};
}

/// A variable that an equation tells, which is two rows, and what it is.
std::optional<std::pair<unsigned, LinearForm>> Inequalities::solvedVariable() const {
  for (const auto &[factors, row] : rows) {
    LinearForm form{row.constant, factors};
    const auto opposite = rows.find((form * DynamicAPInt(-1)).factors);
    if (opposite == rows.end() || opposite->second.constant != -row.constant)
      continue;
    for (const auto &[variable, factor] : factors)
      if (abs(factor) == 1) {
        const DynamicAPInt sign = -factor;
        form.factors.erase(variable);
        return std::pair(variable, form * sign);
      }
  }
  return std::nullopt;
}

/// A variable less costs no row where an equation tells it.
Inequalities Inequalities::withoutEquations() const {
  Inequalities system = *this;
  while (const auto solved = system.isImpossible ? std::nullopt : system.solvedVariable()) {
    Inequalities smaller;
    for (const auto &[factors, row] : system.rows) {
      LinearForm form{row.constant, factors};
      const DynamicAPInt factor = form.factorOf(solved->first);
      form.factors.erase(solved->first);
      smaller.require(form + solved->second * factor);
    }
    system = std::move(smaller);
  }
  return system;
}

void Inequalities::numberRows() {
  unsigned number = 0;
  for (auto &row : rows)
    row.second.sources = Sources().set(number++);
}

/// The one whose elimination leaves fewest rows.
unsigned Inequalities::cheapestVariable() const {
  std::map<unsigned, std::pair<int, int>> bounds;
  for (const auto &row : rows)
    for (const auto &[variable, factor] : row.first)
      ++(factor > 0 ? bounds[variable].first : bounds[variable].second);
  const auto growth = [](const auto &row) {
    const auto [lower, upper] = row.second;
    return lower * upper - lower - upper;
  };
  return std::min_element(bounds.begin(), bounds.end(),
                          [&](const auto &a, const auto &b) { return growth(a) < growth(b); })
      ->first;
}

/// Each lower bound is below each upper one. A row of too many sources follows from
/// others (Kohler, 1967).
Inequalities Inequalities::without(unsigned variable, unsigned maxSources) const {
  struct Bound {
    LinearForm form;
    DynamicAPInt factor;
    const Sources &sources;
  };
  Inequalities smaller;
  SmallVector<Bound, 16> lower, upper;
  for (const auto &[factors, row] : rows) {
    LinearForm form{row.constant, factors};
    const DynamicAPInt factor = form.factorOf(variable);
    form.factors.erase(variable);
    if (factor == 0)
      smaller.add(std::move(form), row.sources);
    else
      (factor > 0 ? lower : upper).push_back({std::move(form), abs(factor), row.sources});
  }
  for (const Bound &low : lower)
    for (const Bound &high : upper)
      if (const Sources sources = low.sources | high.sources; sources.count() <= maxSources)
        smaller.add(low.form * high.factor + high.form * low.factor, sources);
  return smaller;
}

bool Inequalities::mayHold() const {
  Inequalities system = isImpossible ? *this : withoutEquations();
  if (!system.isImpossible && system.rows.size() > MaxRows)
    return true;
  system.numberRows();
  for (unsigned steps = 1; !system.isImpossible && !system.rows.empty(); ++steps) {
    if (system.rows.size() > MaxRows)
      return true;
    system = system.without(system.cheapestVariable(), steps + 1);
  }
  return !system.isImpossible;
}

} // namespace warpsan
