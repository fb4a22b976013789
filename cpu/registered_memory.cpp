//===- registered_memory.cpp - Host memory that the device knows -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/registered_memory.h"

namespace warpsan::cpu {

RegisteredMemory &registeredMemory() {
  static RegisteredMemory instance;
  return instance;
}

bool RegisteredMemory::add(void *memory, size_t bytes) {
  const std::lock_guard lock(mutex);
  return pieces.emplace(static_cast<char *>(memory), bytes).second;
}

bool RegisteredMemory::remove(void *memory) {
  const std::lock_guard lock(mutex);
  return pieces.erase(static_cast<char *>(memory)) != 0;
}

void RegisteredMemory::removeAll() {
  const std::lock_guard lock(mutex);
  pieces.clear();
}

bool RegisteredMemory::holds(const void *address) const {
  const std::lock_guard lock(mutex);
  char *wanted = static_cast<char *>(const_cast<void *>(address));
  auto next = pieces.upper_bound(wanted);
  if (next == pieces.begin())
    return false;
  --next;
  return wanted < next->first + next->second;
}

std::map<char *, size_t> RegisteredMemory::all() const {
  const std::lock_guard lock(mutex);
  return pieces;
}

} // namespace warpsan::cpu
