//===- PtxMbarrier.h - mbarrier instructions ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cpu/PtxArithmetic.h"

namespace warpsan::cpu {

/// False when the form is not known. `at` is the asm call.
bool lowerMbarrier(const PtxStatement &statement, const llvm::Instruction &at);

/// The end of a copy of `bytes` that reports to the barrier `memory`.
bool completeTransaction(const PtxStatement &statement, const ptx::Operand &memory,
                         llvm::Value *bytes);

} // namespace warpsan::cpu
