//===- memory_image.cpp - The program's device memory at one moment --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/memory_image.h"
#include "cpu/module_registry.h"
#include "cpu/registered_memory.h"
#include <algorithm>

namespace warpsan::cpu {

void MemoryImage::add(void *address, size_t bytes) {
  char *begin = static_cast<char *>(address);
  pieces.push_back({begin, {begin, begin + bytes}});
}

void MemoryImage::save() {
  allocations = arena().save();
  heap = deviceHeap().save();
  pieces.clear();
  for (const ModuleRow *row : moduleRegistry().variables())
    add(row->address, row->bytes);
  for (const auto &[memory, bytes] : registeredMemory().all())
    add(memory, bytes);
}

void MemoryImage::restore() const {
  arena().restore(allocations);
  deviceHeap().restore(heap);
  // Constants differ never, and may lie in read-only memory.
  for (const auto &[address, contents] : pieces)
    if (!std::equal(contents.begin(), contents.end(), address))
      std::copy(contents.begin(), contents.end(), address);
}

} // namespace warpsan::cpu
