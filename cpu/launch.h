//===- launch.h - Starting kernels -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "cpu/device_interface.h"
#include "cpu/module_table.h"

namespace warpsan::cpu {

struct LaunchConfig {
  Dim3 grid;
  Dim3 block;
  size_t sharedBytes;
  bool cooperative;
};

/// Runs the kernel before it returns: a cudaError_t. Errors of the kernel
/// itself are sticky, as if the device found them later.
int launchKernel(const ModuleRow &kernel, const LaunchConfig &config, void **arguments);

} // namespace warpsan::cpu
