//===- Inequalities.h - Do linear inequalities have a solution? -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fourier-Motzkin elimination, as LLVM's ConstraintSystem does it, but for what that
// gives up at: rows that follow from others are left out, and numbers do not overflow.
// It is about rational numbers, rounded where a row has a common factor, so "may" can be
// wrong and "may not" cannot.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/LinearForm.h"

#include <bitset>
#include <optional>

namespace warpsan {

/// Linear forms that are not negative. Symbols stand for whole numbers.
class Inequalities {
public:
  void require(const LinearForm &form) { add(form, {}); }
  void requireEqual(const LinearForm &a, const LinearForm &b) {
    require(a - b);
    require(b - a);
  }
  bool mayHold() const;

private:
  static constexpr unsigned MaxRows = 256;
  using Factors = std::map<unsigned, llvm::DynamicAPInt>;
  /// Rows of the beginning that one was combined of.
  using Sources = std::bitset<MaxRows>;
  struct Row {
    llvm::DynamicAPInt constant;
    Sources sources;
  };

  void add(LinearForm form, const Sources &sources);
  std::optional<std::pair<unsigned, LinearForm>> solvedVariable() const;
  Inequalities withoutEquations() const;
  void numberRows();
  unsigned cheapestVariable() const;
  Inequalities without(unsigned variable, unsigned maxSources) const;

  std::map<Factors, Row> rows; ///< the strongest constant of each
  bool isImpossible = false;
};

} // namespace warpsan
