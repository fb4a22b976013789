//===- LinearForm.cpp - Sums of symbols over the integers ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/LinearForm.h"

#include <algorithm>

using namespace llvm;

namespace warpsan {

LinearForm LinearForm::ofSymbol(unsigned symbol) {
  LinearForm form;
  form.factors[symbol] = DynamicAPInt(1);
  return form;
}

DynamicAPInt LinearForm::factorOf(unsigned symbol) const {
  auto found = factors.find(symbol);
  return found == factors.end() ? DynamicAPInt(0) : found->second;
}

LinearForm &LinearForm::operator+=(const LinearForm &other) {
  constant += other.constant;
  for (const auto &[symbol, factor] : other.factors) {
    DynamicAPInt &sum = factors[symbol];
    sum += factor;
    if (sum == 0)
      factors.erase(symbol);
  }
  return *this;
}

LinearForm &LinearForm::operator*=(const DynamicAPInt &factor) {
  constant *= factor;
  if (factor == 0)
    factors.clear();
  for (auto &row : factors)
    row.second *= factor;
  return *this;
}

LinearForm constantForm(int64_t value) {
  LinearForm form;
  form.constant = DynamicAPInt(value);
  return form;
}

LinearForm operator+(LinearForm a, const LinearForm &b) { return a += b; }
LinearForm operator-(LinearForm a, LinearForm b) { return a += b *= DynamicAPInt(-1); }
LinearForm operator*(LinearForm form, const DynamicAPInt &factor) { return form *= factor; }

IntegerRange IntegerRange::operator+(const IntegerRange &other) const {
  return {least + other.least, greatest + other.greatest};
}

IntegerRange IntegerRange::operator*(const IntegerRange &other) const {
  const DynamicAPInt corners[] = {least * other.least, least * other.greatest,
                                  greatest * other.least, greatest * other.greatest};
  const auto [smallest, largest] = std::minmax_element(std::begin(corners), std::end(corners));
  return {*smallest, *largest};
}

} // namespace warpsan
