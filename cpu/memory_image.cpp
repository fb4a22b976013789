//===- memory_image.cpp - The program's device memory at one moment --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/memory_image.h"
#include "cpu/module_registry.h"
#include <algorithm>

namespace warpsan::cpu {

void MemoryImage::save() {
  allocations = arena().save();
  variables.clear();
  for (const ModuleRow *row : moduleRegistry().variables()) {
    const char *address = static_cast<const char *>(row->address);
    variables.push_back({row, {address, address + row->bytes}});
  }
}

void MemoryImage::restore() const {
  arena().restore(allocations);
  for (const auto &[row, contents] : variables) {
    char *address = static_cast<char *>(row->address);
    // Constants differ never, and may lie in read-only memory.
    if (!std::equal(contents.begin(), contents.end(), address))
      std::copy(contents.begin(), contents.end(), address);
  }
}

} // namespace warpsan::cpu
