//===- device_copies.cuh - Copies of a block's shared memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sweeps over the copies, by all threads of the block: a thread looks at all copies of its
// words, so none needs an atomic. Between a sweep and the program's accesses the block
// meets. The union has the place behind the copies, and behind it, if the original is
// poisoned, what the original was.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/byte_merge.h"
#include "core/region_thread.h"
#include "rt/device_memory.cuh"
#include "rt/device_position.cuh"

namespace warpsan::device {

inline constexpr uint32_t PoisonWord = 0xdeadbeef;

/// Of one word, at `offset` in each copy.
class WordCopies {
public:
  __device__ WordCopies(const RegionThread &thread, uint64_t offset)
      : original(thread.first + offset), copies(thread.copies + offset),
        stride(copyStride(thread.copyBytes)), count(thread.launch->copies),
        isPoisoned(thread.launch->flags & abi::LaunchPoison) {}

  __device__ uint32_t &of(uint32_t copy) const {
    return *pointer<uint32_t>(copies + copy * stride);
  }
  __device__ uint32_t &all() const { return of(count); }
  /// What the region started from.
  __device__ uint32_t &stale() const {
    return isPoisoned ? of(count + 1) : *pointer<uint32_t>(original);
  }
  __device__ void enter() const {
    const uint32_t value = *pointer<uint32_t>(original);
    if (isPoisoned) {
      stale() = value;
      *pointer<uint32_t>(original) = PoisonWord;
    }
    fill(value);
  }
  __device__ void fill(uint32_t value) const {
    for (uint32_t copy = 0; copy < count; ++copy)
      of(copy) = value;
  }
  /// Makes the union, and what second passes start from. Whether a byte was changed in two copies.
  __device__ bool merge() const {
    const uint32_t before = stale();
    Merged merged{before, 0};
    uint32_t conflicts = 0;
    for (uint32_t copy = 0; copy < count; ++copy) {
      merged = mergeChanges(before, merged.all, of(copy));
      conflicts |= merged.conflicts;
    }
    all() = merged.all;
    for (uint32_t copy = 0; copy < count; ++copy)
      of(copy) = secondStart(before, merged.all, of(copy));
    return conflicts != 0;
  }
  /// Whether a second pass left something else than the union.
  __device__ bool differs() const {
    const uint32_t expected = all();
    uint32_t difference = 0;
    for (uint32_t copy = 0; copy < count; ++copy)
      difference |= of(copy) ^ expected;
    return difference != 0;
  }
  /// Mode det: all ones for each byte that was written.
  __device__ uint32_t &marks(uint32_t copy) const { return of(uint32_t(firstMarks(count)) + copy); }
  /// Mode det: what warps wrote, in their order, is what the region leaves.
  __device__ void settle() const {
    uint32_t value = stale(), written = 0;
    for (uint32_t copy = 0; copy < count; ++copy)
      if (const uint32_t bytes = marks(copy)) {
        value = pickBytes(bytes, of(copy), value);
        written |= bytes;
        marks(copy) = 0;
      }
    if (!written)
      return;
    stale() = value;
    fill(value);
  }
  /// Mode det: what shared memory holds at the start is the same each time.
  __device__ void clear() const {
    enter();
    stale() = 0;
    fill(0);
    for (uint32_t copy = 0; copy < count; ++copy)
      marks(copy) = 0;
  }
  __device__ void restart() const { fill(stale()); }
  __device__ void commit() const {
    const uint32_t value = all();
    stale() = value;
    fill(value);
  }

private:
  uint64_t original;
  uint64_t copies;
  uint64_t stride;
  uint32_t count;
  bool isPoisoned;
};

__device__ inline uint32_t comparedBytes(const RegionThread &thread) {
  return thread.fixedBytes + (thread.dynamic ? thread.launch->dynamicBytes : 0);
}

template <typename Step>
__device__ inline void forWords(const RegionThread &thread, uint64_t base, uint32_t bytes,
                                const Step &step) {
  const uint32_t threads = threadsInBlock();
  for (uint32_t word = threadInBlock(); word < (bytes + 3) / 4; word += threads)
    step(WordCopies(thread, base - thread.first + uint64_t(word) * 4));
}

/// Static and dynamic shared memory.
template <typename Step>
__device__ inline void forWords(const RegionThread &thread, const Step &step) {
  if (thread.fixedBytes)
    forWords(thread, thread.fixed, thread.fixedBytes, step);
  if (thread.dynamic)
    forWords(thread, thread.dynamic, thread.launch->dynamicBytes, step);
}

} // namespace warpsan::device
