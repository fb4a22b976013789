//===- device_heap.h - Memory of malloc in device code ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One region of cudaLimitMallocHeapSize bytes at a fixed address, as on a
// device: it is made when it is first needed, and stays until the device is
// reset.
//===----------------------------------------------------------------------===//
#pragma once
#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace warpsan::cpu {

class DeviceHeap {
public:
  /// Size of the region; false when there is one of another size.
  bool setBytes(size_t bytes);
  size_t bytes() const { return regionBytes; }
  /// Makes the region; null when there is no room for it.
  char *region();
  /// Gives the region back.
  void reset();

  /// Zeroed, 16-byte aligned; null when the heap is full.
  void *allocate(size_t bytes);
  /// False when `memory` is not the start of an allocation.
  bool release(void *memory);

  /// Whether the address lies in the region, and in an allocation.
  bool covers(const void *address) const;
  bool holds(const void *address) const;

private:
  struct Chunk {
    size_t bytes; ///< as asked for
    size_t chunkBytes;
  };
  struct Book {
    std::map<char *, Chunk> taken;
    std::map<char *, size_t> gaps;                  ///< no two are neighbours
    std::set<std::pair<size_t, char *>> gapsBySize; ///< the same
    char *top = nullptr;                            ///< nothing behind was ever taken

    void addGap(char *begin, size_t bytes);
    void removeGap(char *begin, size_t bytes);
  };

public:
  struct Image {
    Book book;
    std::vector<char> contents; ///< up to Book::top
  };
  Image save() const;
  void restore(const Image &image);

private:
  bool makeRegion();

  mutable std::mutex mutex;
  size_t regionBytes = size_t(8) << 20;
  char *base = nullptr;
  Book book;
};

DeviceHeap &deviceHeap();

} // namespace warpsan::cpu
