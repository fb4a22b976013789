//===- module_table.h - Kernels and variables of a retargeted module -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cpu/KernelTable.cpp emits one table per device module in place of the fat
// binary; cpu/module_registry.cpp reads it. It ends with a row without a name.
//===----------------------------------------------------------------------===//
#pragma once
#include <cstdint>

namespace warpsan::cpu {

/// `magic` of a fat binary wrapper whose data is such a table.
inline constexpr uint32_t ModuleTableMagic = 0x55504357; // "WCPU"

/// A kernel takes the argument array of cudaLaunchKernel.
using KernelEntry = void (*)(void **arguments);

struct ModuleRow {
  const char *name; ///< empty for a variable that is local to its file
  void *address;    ///< KernelEntry or the variable
  uint64_t bytes;   ///< of a variable
  uint32_t isKernel;
  uint32_t sharedBytes; ///< static shared memory of a kernel
  const void *initial;  ///< contents of a variable at the start; null: zero
};

/// Where the linker placed the shared variables of the files linked with
/// -fgpu-rdc: offset 0 of a block's window, and the end.
struct SharedSectionEdges {
  const char *start;
  const char *stop;
};

} // namespace warpsan::cpu
