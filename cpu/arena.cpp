//===- arena.cpp - Memory of the device ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arena.h"
#include "cpu/clear_memory.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

namespace warpsan::cpu {

namespace {

constexpr uintptr_t Base = 0x200000000000;
/// Address space, far more than TotalBytes: freed chunks may not fit again.
constexpr size_t ReservedBytes = size_t(1) << 40;
constexpr size_t Granule = 256;
constexpr size_t PageBytes = 4096;

/// A free granule behind each allocation keeps neighbours apart.
size_t chunkSize(size_t bytes) { return (bytes + Granule - 1) / Granule * Granule + Granule; }

} // namespace

Arena &arena() {
  static Arena instance;
  return instance;
}

Arena::Arena() {
  void *memory = mmap(reinterpret_cast<void *>(Base), ReservedBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory == MAP_FAILED) {
    std::fprintf(stderr, "WarpSan: cannot reserve the address range of device memory\n");
    std::_Exit(67);
  }
  top = static_cast<char *>(memory) + PageBytes; // address 0 of the device is not valid
  end = static_cast<char *>(memory) + ReservedBytes;
}

char *Arena::takeFreed(size_t &chunkBytes) {
  const auto found = freed.lower_bound(chunkBytes);
  if (found == freed.end() || found->first >= 2 * chunkBytes)
    return nullptr;
  char *memory = found->second;
  chunkBytes = found->first;
  freed.erase(found);
  clearMemory(memory, chunkBytes);
  return memory;
}

void *Arena::allocate(size_t bytes, MemoryKind kind) {
  const std::lock_guard lock(mutex);
  if (bytes > TotalBytes)
    return nullptr;
  size_t chunkBytes = chunkSize(std::max<size_t>(bytes, 1));
  if (used + chunkBytes > TotalBytes)
    return nullptr;
  char *memory = takeFreed(chunkBytes);
  if (!memory) {
    if (chunkBytes > static_cast<size_t>(end - top))
      return nullptr;
    memory = top;
    top += chunkBytes;
  }
  used += chunkBytes;
  allocations[memory] = {bytes, chunkBytes, kind};
  return memory;
}

bool Arena::release(void *memory) {
  const std::lock_guard lock(mutex);
  if (!memory)
    return true;
  const auto found = allocations.find(static_cast<char *>(memory));
  if (found == allocations.end())
    return false;
  used -= found->second.chunkBytes;
  freed.emplace(found->second.chunkBytes, found->first);
  allocations.erase(found);
  return true;
}

bool Arena::find(const void *address, Allocation &result) const {
  const std::lock_guard lock(mutex);
  char *wanted = static_cast<char *>(const_cast<void *>(address));
  auto found = allocations.upper_bound(wanted);
  if (found == allocations.begin())
    return false;
  --found;
  if (wanted >= found->first + found->second.bytes)
    return false;
  result = {found->first, found->second.bytes, found->second.kind};
  return true;
}

size_t Arena::freeBytes() const {
  const std::lock_guard lock(mutex);
  return TotalBytes - used;
}

} // namespace warpsan::cpu
