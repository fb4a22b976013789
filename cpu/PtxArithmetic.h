//===- PtxArithmetic.h - PTX instructions on registers -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cpu/PtxOperands.h"
#include "ptx/Decoder.h"

namespace warpsan::cpu {

/// IR type of a PTX type; packed ones are vectors.
llvm::Type *irType(llvm::LLVMContext &context, const ptx::ScalarType &type);

struct PtxStatement {
  DeviceModule &device;
  llvm::IRBuilder<> &builder;
  PtxOperands &operands;
  const ptx::Statement &text;
  const ptx::Effects &effects;

  size_t operandCount() const { return text.operands.size(); }
  bool has(llvm::StringRef modifier) const { return text.has(modifier); }
  /// Null when there is no such operand, or no such value.
  llvm::Value *read(size_t index, llvm::Type *type) const;
  bool write(size_t index, llvm::Value *value, bool isSigned = false) const;
};

/// False when the instruction, or this form of it, is not known.
bool lowerArithmetic(const PtxStatement &statement);

} // namespace warpsan::cpu
