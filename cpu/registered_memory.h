//===- registered_memory.h - Host memory that the device knows -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstddef>
#include <map>
#include <mutex>

namespace warpsan::cpu {

/// What the program gave to cudaHostRegister.
class RegisteredMemory {
public:
  /// False when it starts where another piece does.
  bool add(void *memory, size_t bytes);
  /// False when `memory` is not the start of a piece.
  bool remove(void *memory);
  void removeAll();
  bool holds(const void *address) const;
  /// Sizes by start.
  std::map<char *, size_t> all() const;

private:
  mutable std::mutex mutex;
  std::map<char *, size_t> pieces;
};

RegisteredMemory &registeredMemory();

} // namespace warpsan::cpu
