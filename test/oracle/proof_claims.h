//===- proof_claims.h - What mode verify says of kernels -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "test/oracle/evaluator.h"
#include "test/oracle/kernel_source.h"
#include <map>
#include <string>
#include <vector>

namespace warpsan::oracle {

/// Two threads that are said to race, and the parameters that this takes.
struct Refutation {
  std::pair<uint32_t, uint32_t> statements;
  uint32_t threads[2];                     ///< of each statement, in the grid
  std::map<uint32_t, uint32_t> parameters; ///< by number
};

struct Claims {
  std::set<StatementPair> open; ///< all others are claimed not to race
  std::vector<Refutation> refuted;
  bool mayDiverge = false;
  std::string obstacle; ///< if not empty, nothing is claimed
};

/// Compiles with mode verify for launches of that shape; by names of kernels. The folder
/// keeps the source and what the compiler says.
std::map<std::string, Claims> claimsOf(const KernelSource &source, const Shape &shape,
                                       const std::string &folder);

} // namespace warpsan::oracle
