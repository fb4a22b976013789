//===- Query.cpp - One question to Z3 --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Query.h"
#include "verify/Symbols.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warpsan::verify {
namespace {

using Symbols = std::set<unsigned>;

bool meet(const Symbols &a, const Symbols &b) {
  for (const unsigned symbol : a)
    if (b.count(symbol))
      return true;
  return false;
}

/// Facts about other symbols change nothing, for each thread's can be met.
std::vector<z3::expr> relevant(const z3::expr &goal, const std::vector<z3::expr> &facts) {
  Symbols reached = symbolsOf(goal);
  std::vector<Symbols> named;
  for (const z3::expr &fact : facts)
    named.push_back(symbolsOf(fact));
  std::vector<bool> taken(facts.size());
  std::vector<z3::expr> result;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t i = 0; i < facts.size(); ++i) {
      // One that names nothing may be false.
      if (taken[i] || !(named[i].empty() || meet(named[i], reached)))
        continue;
      taken[i] = isChanged = true;
      result.push_back(facts[i]);
      reached.insert(named[i].begin(), named[i].end());
    }
  }
  return result;
}

} // namespace

/// Z3 has names of its own for divisions that say what division by zero gives, as SMT-LIB does
/// for the common ones (theory FixedSizeBitVectors).
static std::string portable(std::string text) {
  for (const StringRef name : {"bvudiv", "bvsdiv", "bvurem", "bvsrem", "bvsmod"}) {
    const std::string own = (name + "_i ").str();
    for (size_t at = text.find(own); at != std::string::npos; at = text.find(own, at))
      text.replace(at, own.size(), (name + " ").str());
  }
  return text;
}

void Solver::dump(z3::solver &solver) const {
  if (dumps.empty())
    return;
  SmallString<128> path(dumps);
  sys::path::append(path, "query-" + std::to_string(count) + ".smt2");
  std::error_code error;
  raw_fd_ostream out(path, error);
  if (!error)
    out << "(set-logic QF_UFBV)\n" << portable(solver.to_smt2());
}

z3::solver Solver::solverOf(const std::vector<z3::expr> &formulas) const {
  z3::solver solver(context, "QF_UFBV");
  z3::params parameters(context);
  parameters.set("rlimit", limits.steps);
  parameters.set("timeout", limits.milliseconds);
  solver.set(parameters);
  for (const z3::expr &formula : formulas)
    solver.add(formula);
  return solver;
}

Answer Solver::ask(const z3::expr &goal, const std::vector<z3::expr> &facts,
                   const std::vector<z3::expr> &wishes) {
  ++count;
  if (goal.simplify().is_false())
    return {z3::unsat, std::nullopt};
  std::vector<z3::expr> formulas = relevant(goal, facts);
  formulas.push_back(goal);
  z3::solver solver = solverOf(formulas);
  Answer answer;
  answer.result = solver.check();
  if (answer.result == z3::sat)
    answer.model = solver.get_model();
  else if (answer.result == z3::unsat)
    dump(solver);
  else if (!StringRef(solver.reason_unknown()).contains("resource"))
    isTimedOut = true;
  if (answer.model)
    improve(*answer.model, std::move(formulas), wishes);
  return answer;
}

/// All wishes at once if that can be, else one by one. Not in scopes of one solver: that takes
/// another way for them, with poorer models.
void Solver::improve(z3::model &model, std::vector<z3::expr> formulas,
                     const std::vector<z3::expr> &wishes) const {
  const auto tryWith = [&](const std::vector<z3::expr> &more) {
    const bool holds =
        llvm::all_of(more, [&](const z3::expr &wish) { return model.eval(wish, true).is_true(); });
    const size_t before = formulas.size();
    formulas.insert(formulas.end(), more.begin(), more.end());
    if (holds)
      return true;
    z3::solver solver = solverOf(formulas);
    if (solver.check() == z3::sat) {
      model = solver.get_model();
      return true;
    }
    formulas.erase(formulas.begin() + before, formulas.end());
    return false;
  };
  if (!tryWith(wishes))
    for (const z3::expr &wish : wishes)
      tryWith({wish});
}

} // namespace warpsan::verify
