//===- AffineForm.cpp - A number over the coordinates of a thread ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "resolve/AffineForm.h"
#include <cstdlib>
#include <numeric>

namespace warpsan::resolve {

namespace {

constexpr Wide Most = Wide(1) << 62;

bool fits(Wide value) { return -Most <= value && value <= Most; }

} // namespace

std::optional<AffineForm> AffineForm::ofConstant(Wide value) {
  if (!fits(value))
    return std::nullopt;
  AffineForm form;
  form.offset = int64_t(value);
  return form;
}

AffineForm AffineForm::ofVariable(Variable variable) {
  AffineForm form;
  form.all.push_back({variable, 1});
  return form;
}

int64_t AffineForm::coefficientOf(Variable variable) const {
  for (const Summand &each : all)
    if (each.variable == variable)
      return each.coefficient;
  return 0;
}

std::optional<Variable> AffineForm::ticket() const {
  for (const Summand &each : all)
    if (isTicket(each.variable))
      return each.variable;
  return std::nullopt;
}

std::optional<AffineForm> AffineForm::plus(const AffineForm &other, int64_t factor) const {
  std::optional<AffineForm> total = ofConstant(offset + Wide(other.offset) * factor);
  auto left = all.begin();
  auto right = other.all.begin();
  while (total && (left != all.end() || right != other.all.end())) {
    const bool takesLeft =
        right == other.all.end() || (left != all.end() && left->variable <= right->variable);
    const bool takesRight =
        left == all.end() || (right != other.all.end() && right->variable <= left->variable);
    const Variable variable = takesLeft ? left->variable : right->variable;
    Wide coefficient = takesLeft ? left++->coefficient : 0;
    if (takesRight)
      coefficient += Wide(right++->coefficient) * factor;
    if (!fits(coefficient))
      return std::nullopt;
    if (coefficient != 0)
      total->all.push_back({variable, int64_t(coefficient)});
  }
  return total;
}

AffineForm AffineForm::withoutConstant() const {
  AffineForm form = *this;
  form.offset = 0;
  return form;
}

AffineForm AffineForm::without(Variable variable) const {
  AffineForm form = *this;
  std::erase_if(form.all, [&](const Summand &each) { return each.variable == variable; });
  return form;
}

AffineForm AffineForm::multiplesOf(int64_t divisor) const {
  AffineForm form = withoutConstant();
  std::erase_if(form.all, [&](const Summand &each) { return each.coefficient % divisor != 0; });
  return form;
}

int64_t AffineForm::countOf(const AffineForm &part) const {
  int64_t count = 0;
  for (const Summand &each : part.all) {
    const int64_t here = coefficientOf(each.variable);
    if (here == 0 || here % each.coefficient != 0 ||
        (count != 0 && here / each.coefficient != count))
      return 0;
    count = here / each.coefficient;
  }
  return count;
}

int64_t AffineForm::shareOf(const AffineForm &part) const {
  int64_t share = 0;
  for (const Summand &each : part.all) {
    const int64_t count = coefficientOf(each.variable) / each.coefficient;
    if (count == 0 || (share != 0 && (share < 0) != (count < 0)))
      return 0;
    if (share == 0 || std::abs(count) < std::abs(share))
      share = count;
  }
  return share;
}

int64_t AffineForm::commonDivisor() const {
  int64_t divisor = 0;
  for (const Summand &each : all)
    divisor = std::gcd(divisor, each.coefficient);
  return divisor;
}

AffineForm AffineForm::dividedBy(int64_t divisor) const {
  AffineForm form = *this;
  for (Summand &each : form.all)
    each.coefficient /= divisor;
  return form;
}

void AffineForm::sort() {
  std::sort(all.begin(), all.end(), [](const Summand &left, const Summand &right) {
    return left.variable < right.variable;
  });
}

} // namespace warpsan::resolve
