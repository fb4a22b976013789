//===- Query.h - One question to Z3 -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <z3++.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpsan::verify {

/// How much a question may cost. The solver counts its own steps, so that answers do not
/// depend on the machine; the clock is there for what it does not count.
struct QueryLimits {
  uint32_t steps = 4'000'000;
  uint32_t milliseconds = 20'000;
};

struct Answer {
  z3::check_result result = z3::unknown;
  std::optional<z3::model> model; ///< if satisfiable
};

/// Asks whether the goal can be, with those of the facts that name symbols which the goal, or
/// another such fact, names.
class Solver {
public:
  Solver(z3::context &context, QueryLimits limits, std::string dumpDirectory)
      : context(context), limits(limits), dumps(std::move(dumpDirectory)) {}

  /// Of the wishes for a model each is met that can be, together with those before it.
  Answer ask(const z3::expr &goal, const std::vector<z3::expr> &facts,
             const std::vector<z3::expr> &wishes = {});
  unsigned asked() const { return count; }
  /// Whether the clock ended an answer, and not the count of steps.
  bool ranOutOfTime() const { return isTimedOut; }

private:
  void dump(z3::solver &solver) const;
  z3::solver solverOf(const std::vector<z3::expr> &formulas) const;
  void improve(z3::model &model, std::vector<z3::expr> formulas,
               const std::vector<z3::expr> &wishes) const;

  z3::context &context;
  QueryLimits limits;
  std::string dumps; ///< folder for questions that have no solution, or empty
  unsigned count = 0;
  bool isTimedOut = false;
};

} // namespace warpsan::verify
