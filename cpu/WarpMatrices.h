//===- WarpMatrices.h - Matrix operations of a warp --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cpu/PtxArithmetic.h"

namespace warpsan::cpu {

/// llvm.nvvm.{ldmatrix,stmatrix,wmma}.*, `name` without the prefix. False for a
/// form that is not known.
bool lowerMatrixIntrinsic(DeviceModule &device, llvm::CallInst &call, llvm::StringRef name);

/// ldmatrix and stmatrix. `at` is the asm call.
bool lowerMatrixRows(const PtxStatement &statement, const llvm::Instruction &at);

/// mma.m16n8k* of types of 8 to 32 bits.
bool lowerMatrixProduct(const PtxStatement &statement, const llvm::Instruction &at);

} // namespace warpsan::cpu
