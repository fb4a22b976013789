//===- memory_image.h - The program's device memory at one moment ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations, the heap of device code, registered host memory and variables of
// device code. Host memory that kernels reach without any of these is not part of
// it.
//===----------------------------------------------------------------------===//
#pragma once
#include "cpu/arena.h"
#include "cpu/device_heap.h"
#include <vector>

namespace warpsan::cpu {

class MemoryImage {
public:
  /// No kernel may be running, here and in restore.
  void save();
  void restore() const;

private:
  struct Piece {
    char *address;
    std::vector<char> contents;
  };
  void add(void *address, size_t bytes);

  Arena::Image allocations;
  DeviceHeap::Image heap;
  std::vector<Piece> pieces; ///< outside the arena and the heap
};

} // namespace warpsan::cpu
