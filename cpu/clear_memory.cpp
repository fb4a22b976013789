//===- clear_memory.cpp - Zeroing large ranges -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/clear_memory.h"
#include <cstdint>
#include <cstring>
#include <sys/mman.h>

namespace warpsan::cpu {

namespace {

constexpr size_t PageBytes = 4096;
/// Below, filling is cheaper than a system call and new page faults.
constexpr size_t SmallBytes = 64 * 1024;

} // namespace

void clearMemory(void *memory, size_t bytes) {
  char *begin = static_cast<char *>(memory);
  char *end = begin + bytes;
  if (bytes < SmallBytes) {
    std::memset(begin, 0, bytes);
    return;
  }
  char *firstPage =
      begin + (PageBytes - reinterpret_cast<uintptr_t>(begin) % PageBytes) % PageBytes;
  char *lastPage = end - reinterpret_cast<uintptr_t>(end) % PageBytes;
  std::memset(begin, 0, static_cast<size_t>(firstPage - begin));
  madvise(firstPage, static_cast<size_t>(lastPage - firstPage), MADV_DONTNEED);
  std::memset(lastPage, 0, static_cast<size_t>(end - lastPage));
}

} // namespace warpsan::cpu
