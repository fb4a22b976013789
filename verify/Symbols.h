//===- Symbols.h - What a term names ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <z3++.h>

#include <set>
#include <vector>

namespace warpsan::verify {

/// Constants and functions that have no meaning of their own, by their numbers in the context.
std::set<unsigned> symbolsOf(const z3::expr &term);

} // namespace warpsan::verify
