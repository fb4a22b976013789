//===- Digest.h - Numbers that tell values apart ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace warpsan {

/// `digest`, a number of 64 bits, with a value of any type that has a size.
llvm::Value *mixInto(llvm::IRBuilder<> &builder, llvm::Value *digest, llvm::Value *value);

} // namespace warpsan
