//===- KernelTable.h - Table of kernels and variables ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cpu/DeviceModule.h"
#include "cpu/SharedMemory.h"

namespace warpsan::cpu {

inline constexpr char KernelTableName[] = "warpsan.kernel_table";

/// Adds cpu/module_table.h's table of all kernels and externally visible
/// device variables to the module, as KernelTableName.
void emitKernelTable(DeviceModule &device, const SharedSizes &kernels);

} // namespace warpsan::cpu
