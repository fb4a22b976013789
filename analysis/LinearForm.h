//===- LinearForm.h - Sums of symbols over the integers ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/DynamicAPInt.h"

#include <map>
#include <tuple>

namespace warpsan {

/// constant + sum of factor * symbol, exactly. Symbols are numbers that whoever makes
/// the forms gives out.
struct LinearForm {
  llvm::DynamicAPInt constant;
  std::map<unsigned, llvm::DynamicAPInt> factors; ///< none is zero

  static LinearForm ofSymbol(unsigned symbol);
  llvm::DynamicAPInt factorOf(unsigned symbol) const;
  bool isConstant() const { return factors.empty(); }

  LinearForm &operator+=(const LinearForm &other);
  LinearForm &operator*=(const llvm::DynamicAPInt &factor);
  bool operator==(const LinearForm &other) const {
    return constant == other.constant && factors == other.factors;
  }
  bool operator<(const LinearForm &other) const {
    return std::tie(constant, factors) < std::tie(other.constant, other.factors);
  }
};

LinearForm constantForm(int64_t value);
LinearForm operator+(LinearForm a, const LinearForm &b);
LinearForm operator-(LinearForm a, LinearForm b);
LinearForm operator*(LinearForm form, const llvm::DynamicAPInt &factor);

/// From `least` to `greatest`.
struct IntegerRange {
  llvm::DynamicAPInt least;
  llvm::DynamicAPInt greatest;

  IntegerRange operator+(const IntegerRange &other) const;
  IntegerRange operator*(const IntegerRange &other) const;
  bool isWithin(const IntegerRange &other) const {
    return least >= other.least && greatest <= other.greatest;
  }
};

} // namespace warpsan
