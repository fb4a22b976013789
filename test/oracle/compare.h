//===- compare.h - The detector against the oracle -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "test/oracle/trace.h"
#include <optional>
#include <string>

namespace warpsan::oracle {

/// One execution as both judge it.
struct Comparison {
  bool valid = true; ///< nothing waited too long
  size_t events = 0;
  size_t races = 0;       ///< by the oracle
  std::string difference; ///< empty: they agree
  std::string trace;      ///< with a difference
};

Comparison compare(const Program &program, const Rules &rules);

/// A smaller program that still shows a difference within a few runs.
Program shrink(Program program, const Rules &rules);

std::string describe(const Program &program);

} // namespace warpsan::oracle
