//===- kernel_limits.h - Dynamic shared memory a kernel may ask for ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "cpu/module_table.h"
#include <cstddef>

namespace warpsan::cpu {

/// Bytes; until it is raised, what every kernel may use.
size_t dynamicSharedLimit(const ModuleRow &kernel);

/// cudaDeviceReset: nothing is raised any more.
void forgetDynamicSharedLimits();

/// False when the device has not that much.
bool setDynamicSharedLimit(const ModuleRow &kernel, size_t bytes);

} // namespace warpsan::cpu
