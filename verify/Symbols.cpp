//===- Symbols.cpp - What a term names -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Symbols.h"

namespace warpsan::verify {

std::set<unsigned> symbolsOf(const z3::expr &term) {
  std::set<unsigned> symbols, seen;
  std::vector<z3::expr> work{term};
  while (!work.empty()) {
    const z3::expr next = work.back();
    work.pop_back();
    if (!next.is_app() || !seen.insert(next.id()).second)
      continue;
    if (next.decl().decl_kind() == Z3_OP_UNINTERPRETED)
      symbols.insert(next.decl().id());
    for (unsigned i = 0; i < next.num_args(); ++i)
      work.push_back(next.arg(i));
  }
  return symbols;
}

} // namespace warpsan::verify
