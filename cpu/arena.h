//===- arena.h - Memory of the device --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One range at a fixed address, as on a device: addresses repeat from run to
// run, a small overrun hits padding and never the host's heap, and new memory
// is zero.
//===----------------------------------------------------------------------===//
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace warpsan::cpu {

enum class MemoryKind : uint8_t {
  Device,
  Managed,
  Host, ///< pinned
};

struct Allocation {
  char *base;
  size_t bytes;
  MemoryKind kind;
};

class Arena {
public:
  static constexpr size_t TotalBytes = size_t(8) << 30; ///< what the device claims to have

  Arena();
  /// Zeroed, 256-byte aligned; null when the device is full.
  void *allocate(size_t bytes, MemoryKind kind);
  /// False when `memory` is not the start of an allocation.
  bool release(void *memory);
  void releaseAll();
  /// The allocation that holds `address`; false when there is none.
  bool find(const void *address, Allocation &found) const;
  size_t freeBytes() const;

private:
  struct Chunk {
    size_t bytes; ///< as asked for
    size_t chunkBytes;
    MemoryKind kind;
  };
  struct Book {
    char *top = nullptr;
    size_t used = 0;
    std::map<char *, Chunk> allocations;
    std::multimap<size_t, char *> freed; ///< by chunk size
  };

public:
  /// All allocations with their contents.
  struct Image {
    Book book;
    std::vector<char> contents;
  };
  Image save() const;
  void restore(const Image &image);

private:
  char *takeFreed(size_t &chunkBytes);

  mutable std::mutex mutex;
  char *end;
  Book book;
};

Arena &arena();

} // namespace warpsan::cpu
