//===- SharedMemory.h - __shared__ variables on the CPU ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cpu/DeviceModule.h"
#include "llvm/ADT/MapVector.h"

namespace warpsan::cpu {

/// Bytes of static shared memory per kernel.
using SharedSizes = llvm::MapVector<llvm::Function *, uint64_t>;

/// Gives every static __shared__ variable an offset in the window of its
/// block, so that variables overlap only where no kernel uses both, and turns
/// their uses into addresses in the running block's window. `extern
/// __shared__` arrays stand behind the static part of the kernel.
SharedSizes lowerSharedMemory(DeviceModule &device, llvm::ArrayRef<llvm::Function *> kernels);

} // namespace warpsan::cpu
