//===- Domain.h - Where an access happens ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/AffineForm.h"
#include <array>
#include <map>

namespace warpsan::resolve {

/// Threads of the launch.
struct Shape {
  std::array<uint32_t, 3> block{1, 1, 1};
  std::array<uint32_t, 3> grid{1, 1, 1};
};

/// Values that coordinates and rounds can have where an access happens: never too
/// few. Guards such as blockIdx.x * blockDim.x + threadIdx.x < n bound a sum of
/// variables, which is kept as a whole: it is what addresses are made of.
class Domain {
public:
  explicit Domain(const Shape &shape);

  /// The access does not happen.
  bool isEmpty() const { return empty; }
  Interval range(Variable variable) const;
  Interval range(const AffineForm &form) const;
  /// Only where the form has these values.
  void restrict(const AffineForm &form, const Interval &values);

  /// Of two or more variables, without constant or common divisor.
  struct Sum {
    AffineForm form;
    Interval values;
  };
  const std::vector<Sum> &sums() const { return all; }

  /// Bounds of loops by what bounds sums in them, as j <= i where i is a thread's number.
  void tighten();

  /// What holds of other variables too, under names that may be those of some here.
  template <typename Name>
  void add(const Domain &other, const Name &name) {
    for (Variable axis = 0; axis < FirstRound; ++axis)
      narrow(name(axis), other.range(axis));
    for (const auto &[variable, values] : other.rounds)
      narrow(name(variable), values);
    for (const Sum &sum : other.all)
      all.push_back({sum.form.renamed(name), sum.values});
    empty |= other.empty;
    propagate();
  }
  /// Puts the rest of a sum that has one value in the place of one of its variables.
  /// False: there is none.
  bool substitute();

  /// Loops have these new names. Others are gone, and in round 0 if asked for.
  Domain renamed(const std::map<Variable, Variable> &names) const;

private:
  Interval boxRange(const AffineForm &form) const;
  Interval sumRange(AffineForm form) const;
  void setRange(Variable variable, const Interval &values);
  bool narrow(Variable variable, const Interval &values);
  template <typename Choice>
  bool substitute(const Choice &isChosen);
  Sum &addSum(const AffineForm &form, const Interval &values);
  void replace(Variable variable, const AffineForm &form);
  void propagate();
  bool propagate(Sum &sum);

  std::array<Interval, FirstRound> threads;
  std::vector<std::pair<Variable, Interval>> rounds; ///< by variable
  Interval otherRounds{0, Infinity};
  std::vector<Sum> all;
  bool empty = false;
};

} // namespace warpsan::resolve
