//===- SlimTwins.h - Twins with few registers -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A twin takes more registers than its kernel, so fewer blocks are on the device
// at once. Where blocks wait for each other that would be a hang. Such kernels
// have a second twin, abi::SlimPrefix, with as few registers as any launch has.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace warpsan {

/// The blocks of this twin's kernel wait for each other.
void markWaiting(llvm::Function &twin);

/// Copies the twins that are marked and that such a limit helps.
llvm::SmallVector<llvm::Function *, 0> addSlimTwins(llvm::Module &module);

bool isSlimTwin(const llvm::Function &function);

} // namespace warpsan
