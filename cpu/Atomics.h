//===- Atomics.h - Atomic operations by their PTX name -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace warpsan::cpu {

enum class NumberClass { Signed, Unsigned, Float };

/// The old value of `operation` ("add", "cas", ...) on memory, or null when
/// there is no such operation. Operands: value, or compare and value.
llvm::Value *emitAtomic(llvm::IRBuilderBase &builder, llvm::StringRef operation,
                        NumberClass numbers, llvm::Value *address,
                        llvm::ArrayRef<llvm::Value *> operands);

} // namespace warpsan::cpu
