//===- device_heap.cpp - Memory of malloc in device code -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/device_heap.h"
#include "cpu/clear_memory.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>

namespace warpsan::cpu {

namespace {

/// Behind the arena.
constexpr uintptr_t Base = 0x300000000000;
constexpr size_t Granule = 16;

/// A free granule behind each allocation keeps neighbours apart.
size_t chunkSize(size_t bytes) {
  return (std::max<size_t>(bytes, 1) + Granule - 1) / Granule * Granule + Granule;
}

} // namespace

DeviceHeap &deviceHeap() {
  static DeviceHeap instance;
  return instance;
}

void DeviceHeap::Book::addGap(char *begin, size_t bytes) {
  gaps[begin] = bytes;
  gapsBySize.insert({bytes, begin});
}

void DeviceHeap::Book::removeGap(char *begin, size_t bytes) {
  gaps.erase(begin);
  gapsBySize.erase({bytes, begin});
}

bool DeviceHeap::setBytes(size_t bytes) {
  const std::lock_guard lock(mutex);
  if (base)
    return bytes == regionBytes;
  regionBytes = bytes;
  return true;
}

bool DeviceHeap::makeRegion() {
  if (base)
    return true;
  const size_t bytes = regionBytes / Granule * Granule;
  if (bytes == 0)
    return false;
  void *memory = mmap(reinterpret_cast<void *>(Base), regionBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  base = book.top = static_cast<char *>(memory);
  book.addGap(base, bytes);
  return true;
}

char *DeviceHeap::region() {
  const std::lock_guard lock(mutex);
  return makeRegion() ? base : nullptr;
}

void DeviceHeap::reset() {
  const std::lock_guard lock(mutex);
  if (base)
    munmap(base, regionBytes);
  base = nullptr;
  book = {};
}

/// The smallest gap that is large enough.
void *DeviceHeap::allocate(size_t bytes) {
  const std::lock_guard lock(mutex);
  if (bytes > regionBytes || !makeRegion())
    return nullptr;
  const size_t chunkBytes = chunkSize(bytes);
  const auto found = book.gapsBySize.lower_bound({chunkBytes, nullptr});
  if (found == book.gapsBySize.end())
    return nullptr;
  const auto [gapBytes, memory] = *found;
  book.removeGap(memory, gapBytes);
  if (gapBytes > chunkBytes)
    book.addGap(memory + chunkBytes, gapBytes - chunkBytes);
  book.taken[memory] = {bytes, chunkBytes};
  book.top = std::max(book.top, memory + chunkBytes);
  clearMemory(memory, chunkBytes);
  return memory;
}

bool DeviceHeap::release(void *memory) {
  const std::lock_guard lock(mutex);
  if (!memory)
    return true;
  const auto found = book.taken.find(static_cast<char *>(memory));
  if (found == book.taken.end())
    return false;
  char *begin = found->first;
  size_t bytes = found->second.chunkBytes;
  book.taken.erase(found);
  const auto after = book.gaps.lower_bound(begin);
  if (after != book.gaps.begin())
    if (const auto [gap, gapBytes] = *std::prev(after); gap + gapBytes == begin) {
      book.removeGap(gap, gapBytes);
      begin = gap;
      bytes += gapBytes;
    }
  if (const auto next = book.gaps.find(begin + bytes); next != book.gaps.end()) {
    const auto [gap, gapBytes] = *next;
    book.removeGap(gap, gapBytes);
    bytes += gapBytes;
  }
  book.addGap(begin, bytes);
  return true;
}

bool DeviceHeap::covers(const void *address) const {
  const std::lock_guard lock(mutex);
  const auto offset = reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(base);
  return base && offset < regionBytes;
}

bool DeviceHeap::holds(const void *address) const {
  const std::lock_guard lock(mutex);
  char *wanted = static_cast<char *>(const_cast<void *>(address));
  const auto behind = book.taken.upper_bound(wanted);
  if (behind == book.taken.begin())
    return false;
  const auto &[begin, chunk] = *std::prev(behind);
  return wanted < begin + chunk.bytes;
}

DeviceHeap::Image DeviceHeap::save() const {
  const std::lock_guard lock(mutex);
  return {book, {base, book.top}};
}

/// What was taken since holds what it holds: allocate() clears it.
void DeviceHeap::restore(const Image &image) {
  const std::lock_guard lock(mutex);
  if (!base)
    return;
  if (image.book.top) {
    book = image.book;
    std::memcpy(base, image.contents.data(), image.contents.size());
    return;
  }
  // The region is newer than the image.
  book = {};
  book.top = base;
  book.addGap(base, regionBytes / Granule * Granule);
}

} // namespace warpsan::cpu
