//===- Terms.cpp - Values of the IR as terms ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Terms.h"
#include "verify/Launch.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warpsan::verify {

/// Bits of a number, or 0 for a value that is none.
unsigned bitsOf(const Value &value) {
  const Type *type = value.getType();
  if (type->isIntegerTy())
    return type->getIntegerBitWidth();
  return type->isFloatingPointTy() ? type->getScalarSizeInBits() : 0;
}

z3::expr numeral(z3::context &context, const APInt &value) {
  SmallString<32> digits;
  value.toString(digits, 10, /*Signed=*/false);
  return context.bv_val(digits.c_str(), value.getBitWidth());
}

bool isZero(const z3::expr &term) { return term.is_numeral() && term.get_numeral_uint64() == 0; }

z3::expr both(const z3::expr &a, const z3::expr &b) {
  if (a.is_true())
    return b;
  return b.is_true() ? a : a && b;
}

z3::expr either(const z3::expr &a, const z3::expr &b) {
  if (a.is_false())
    return b;
  return b.is_false() ? a : a || b;
}

/// Choice among ways of which one is gone.
z3::expr choice(const z3::expr &condition, const z3::expr &then, const z3::expr &otherwise) {
  if (z3::eq(then, otherwise) || condition.is_true())
    return then;
  return condition.is_false() ? otherwise : z3::ite(condition, then, otherwise);
}

z3::expr asBits(const z3::expr &value) { return value.is_bool() ? bitOf(value) : value; }

/// Of a bit vector that came from somewhere, as the value of a type.
z3::expr asValue(const z3::expr &bits, const Value &value) {
  return value.getType()->isIntegerTy(1) ? bits == bits.ctx().bv_val(1, 1) : bits;
}

std::string nameOf(const Value &value) {
  if (value.hasName())
    return value.getName().str();
  std::string text;
  raw_string_ostream out(text);
  if (auto *instruction = dyn_cast<Instruction>(&value))
    out << instruction->getOpcodeName();
  if (auto *instruction = dyn_cast<Instruction>(&value); instruction && instruction->getDebugLoc())
    out << ":" << instruction->getDebugLoc().getLine();
  return text;
}

} // namespace warpsan::verify
