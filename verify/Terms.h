//===- Terms.h - Values of the IR as terms ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers are bit vectors, a bool is a formula.
//===----------------------------------------------------------------------===//
#pragma once

#include <z3++.h>

#include <string>

namespace llvm {
class APInt;
class Value;
} // namespace llvm

namespace warpsan::verify {

/// Bits of a number, or 0 for a value that is none.
unsigned bitsOf(const llvm::Value &value);
z3::expr numeral(z3::context &context, const llvm::APInt &value);
bool isZero(const z3::expr &term);
z3::expr both(const z3::expr &a, const z3::expr &b);
z3::expr either(const z3::expr &a, const z3::expr &b);
/// Choice among ways of which one is gone.
z3::expr choice(const z3::expr &condition, const z3::expr &then, const z3::expr &otherwise);
/// As a bit vector.
z3::expr asBits(const z3::expr &value);
/// Of a bit vector that came from somewhere, as the value of a type.
z3::expr asValue(const z3::expr &bits, const llvm::Value &value);
/// For people: a name or what the instruction is.
std::string nameOf(const llvm::Value &value);

} // namespace warpsan::verify
