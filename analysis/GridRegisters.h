//===- GridRegisters.h - Where a thread is in its grid ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/Intrinsics.h"

namespace warpsan {

/// blockIdx, blockDim, gridDim: the same for all threads of a block.
bool isBlockRegister(llvm::Intrinsic::ID intrinsic);
/// threadIdx.
bool isThreadRegister(llvm::Intrinsic::ID intrinsic);

} // namespace warpsan
