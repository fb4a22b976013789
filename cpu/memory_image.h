//===- memory_image.h - The program's device memory at one moment ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations and variables of device code. Host memory that kernels reach
// otherwise (cudaHostRegister) is not part of it.
//===----------------------------------------------------------------------===//
#pragma once
#include "cpu/arena.h"
#include "cpu/module_table.h"
#include <vector>

namespace warpsan::cpu {

class MemoryImage {
public:
  /// No kernel may be running, here and in restore.
  void save();
  void restore() const;

private:
  struct Variable {
    const ModuleRow *row;
    std::vector<char> contents;
  };

  Arena::Image allocations;
  std::vector<Variable> variables;
};

} // namespace warpsan::cpu
