//===- arena.cpp - Memory of the device ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arena.h"
#include "cpu/clear_memory.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace warpsan::cpu {

namespace {

constexpr uintptr_t Base = 0x200000000000;
/// Address space, far more than TotalBytes: book.freed chunks may not fit again.
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
  madvise(memory, ReservedBytes, MADV_HUGEPAGE);      // a miss of the TLB costs more than a check
  book.top = static_cast<char *>(memory) + PageBytes; // address 0 of the device is not valid
  end = static_cast<char *>(memory) + ReservedBytes;
}

char *Arena::takeFreed(size_t &chunkBytes) {
  const auto found = book.freed.lower_bound(chunkBytes);
  if (found == book.freed.end() || found->first >= 2 * chunkBytes)
    return nullptr;
  char *memory = found->second;
  chunkBytes = found->first;
  book.freed.erase(found);
  clearMemory(memory, chunkBytes);
  return memory;
}

void *Arena::allocate(size_t bytes, MemoryKind kind) {
  const std::lock_guard lock(mutex);
  if (bytes > TotalBytes)
    return nullptr;
  size_t chunkBytes = chunkSize(std::max<size_t>(bytes, 1));
  if (book.used + chunkBytes > TotalBytes)
    return nullptr;
  char *memory = takeFreed(chunkBytes);
  if (!memory) {
    if (chunkBytes > static_cast<size_t>(end - book.top))
      return nullptr;
    memory = book.top;
    book.top += chunkBytes;
  }
  book.used += chunkBytes;
  book.allocations[memory] = {bytes, chunkBytes, kind};
  return memory;
}

bool Arena::release(void *memory) {
  const std::lock_guard lock(mutex);
  if (!memory)
    return true;
  const auto found = book.allocations.find(static_cast<char *>(memory));
  if (found == book.allocations.end())
    return false;
  book.used -= found->second.chunkBytes;
  book.freed.emplace(found->second.chunkBytes, found->first);
  book.allocations.erase(found);
  return true;
}

void Arena::releaseAll() {
  const std::lock_guard lock(mutex);
  for (const auto &[base, chunk] : book.allocations)
    book.freed.emplace(chunk.chunkBytes, base);
  book.allocations.clear();
  book.used = 0;
}

bool Arena::find(const void *address, Allocation &result) const {
  const std::lock_guard lock(mutex);
  char *wanted = static_cast<char *>(const_cast<void *>(address));
  auto found = book.allocations.upper_bound(wanted);
  if (found == book.allocations.begin())
    return false;
  --found;
  if (wanted >= found->first + found->second.bytes)
    return false;
  result = {found->first, found->second.bytes, found->second.kind};
  return true;
}

size_t Arena::freeBytes() const {
  const std::lock_guard lock(mutex);
  return TotalBytes - book.used;
}

Arena::Image Arena::save() const {
  const std::lock_guard lock(mutex);
  Image image{book, {}};
  for (const auto &[base, chunk] : book.allocations)
    image.contents.insert(image.contents.end(), base, base + chunk.chunkBytes);
  return image;
}

void Arena::restore(const Image &image) {
  const std::lock_guard lock(mutex);
  clearMemory(image.book.top, static_cast<size_t>(book.top - image.book.top));
  book = image.book;
  const char *from = image.contents.data();
  for (const auto &[base, chunk] : book.allocations) {
    std::memcpy(base, from, chunk.chunkBytes);
    from += chunk.chunkBytes;
  }
}

} // namespace warpsan::cpu
