//===- IntegerFunctions.h - Intrinsics of integers as terms -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <z3++.h>

#include <optional>

namespace llvm {
class IntrinsicInst;
} // namespace llvm

namespace warpsan::verify {

/// The result of a call whose `operand`s, by number, are those terms. Nothing if it is not one of
/// the functions of integers that are known to the bit (LangRef, "Bit Manipulation Intrinsics";
/// PTX ISA, "Integer Arithmetic Instructions").
std::optional<z3::expr> integerFunction(const llvm::IntrinsicInst &call,
                                        llvm::function_ref<z3::expr(unsigned)> operand);

} // namespace warpsan::verify
