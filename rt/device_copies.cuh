//===- device_copies.cuh - Copies of a block's shared memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sweeps over the copies, by all threads of the block: a thread looks at all copies of its
// words, so none needs an atomic. Between a sweep and the program's accesses the block
// meets. The union has the place behind the copies, and behind it, if the original is
// poisoned, what the original was. Regions by turns start from the one and leave the other:
// where all copies are as the union, nothing need be copied.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/byte_merge.h"
#include "core/region_thread.h"
#include "rt/device_memory.cuh"
#include "rt/device_position.cuh"

namespace warpsan::device {

inline constexpr uint32_t PoisonWord = 0xdeadbeef;

/// What a thread looks at at once.
inline constexpr uint32_t WordsOfPiece = 4;

struct alignas(16) Piece {
  uint32_t word[WordsOfPiece];
};

/// The bits in which two differ, somewhere.
__device__ inline uint32_t differingBits(const Piece &a, const Piece &b) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < WordsOfPiece; ++i)
    bits |= a.word[i] ^ b.word[i];
  return bits;
}

struct MergedPiece {
  bool changed;   ///< by some warp
  bool conflicts; ///< a byte that two warps changed
};

/// Of all pieces; each is named by its offset in a copy.
class Copies {
public:
  __device__ explicit Copies(const RegionThread &thread)
      : original(thread.first), copies(thread.copies), stale(thread.stale), all(thread.all),
        stride(copyStride(thread.copyBytes)), count(thread.launch->copies),
        isPoisoned(thread.launch->flags & abi::LaunchPoison) {}

  __device__ Piece &of(uint32_t copy, uint64_t offset) const {
    return *pointer<Piece>(copies + copy * stride + offset);
  }
  __device__ void enter(uint64_t offset) const {
    Piece &first = *pointer<Piece>(original + offset);
    const Piece value = first;
    if (isPoisoned) {
      staleOf(offset) = value;
      first = {{PoisonWord, PoisonWord, PoisonWord, PoisonWord}};
    }
    fill(offset, value);
  }
  /// Makes the union, and what second passes start from.
  __device__ MergedPiece merge(uint64_t offset) const {
    const Piece before = staleOf(offset);
    Piece united = before;
    MergedPiece merged{};
    for (uint32_t copy = 0; copy < count; ++copy) {
      const Piece own = of(copy, offset);
      if (!differingBits(own, before))
        continue;
      merged.changed = true;
      merged.conflicts |= mergeOwn(before, own, united);
    }
    allOf(offset) = united;
    if (merged.changed)
      startSecond(offset, before, united);
    return merged;
  }
  /// Whether a second pass left something else than the union.
  __device__ bool differs(uint64_t offset) const {
    const Piece expected = allOf(offset);
    uint32_t bits = 0;
    for (uint32_t copy = 0; copy < count; ++copy)
      bits |= differingBits(of(copy, offset), expected);
    return bits != 0;
  }
  /// Mode det: all ones for each byte that was written.
  __device__ Piece &marks(uint32_t copy, uint64_t offset) const {
    return of(uint32_t(firstMarks(count)) + copy, offset);
  }
  /// Mode det: what warps wrote, in their order, is what the region leaves.
  __device__ void settle(uint64_t offset) const {
    Piece value = staleOf(offset);
    uint32_t written = 0;
    for (uint32_t copy = 0; copy < count; ++copy)
      written |= settleOwn(marks(copy, offset), of(copy, offset), value);
    if (!written)
      return;
    staleOf(offset) = value;
    fill(offset, value);
  }
  /// Mode det: what shared memory holds at the start is the same each time.
  __device__ void clear(uint64_t offset) const {
    enter(offset);
    staleOf(offset) = {};
    fill(offset, {});
    for (uint32_t copy = 0; copy < count; ++copy)
      marks(copy, offset) = {};
  }
  __device__ void restart(uint64_t offset) const { fill(offset, staleOf(offset)); }
  __device__ void unite(uint64_t offset) const { fill(offset, allOf(offset)); }

private:
  __device__ Piece &staleOf(uint64_t offset) const { return *pointer<Piece>(stale + offset); }
  __device__ Piece &allOf(uint64_t offset) const { return *pointer<Piece>(all + offset); }
  __device__ void fill(uint64_t offset, const Piece &value) const {
    for (uint32_t copy = 0; copy < count; ++copy)
      of(copy, offset) = value;
  }
  __device__ static bool mergeOwn(const Piece &before, const Piece &own, Piece &united) {
    uint32_t conflicts = 0;
    for (uint32_t i = 0; i < WordsOfPiece; ++i) {
      const Merged merged = mergeChanges(before.word[i], united.word[i], own.word[i]);
      united.word[i] = merged.all;
      conflicts |= merged.conflicts;
    }
    return conflicts != 0;
  }
  __device__ void startSecond(uint64_t offset, const Piece &before, const Piece &united) const {
    for (uint32_t copy = 0; copy < count; ++copy) {
      Piece own = of(copy, offset);
      for (uint32_t i = 0; i < WordsOfPiece; ++i)
        own.word[i] = secondStart(before.word[i], united.word[i], own.word[i]);
      of(copy, offset) = own;
    }
  }
  /// Clears the marks.
  __device__ static uint32_t settleOwn(Piece &marks, const Piece &own, Piece &value) {
    const Piece bytes = marks;
    const uint32_t written = differingBits(bytes, {});
    if (!written)
      return 0;
    for (uint32_t i = 0; i < WordsOfPiece; ++i)
      value.word[i] = pickBytes(bytes.word[i], own.word[i], value.word[i]);
    marks = {};
    return written;
  }

  uint64_t original;
  uint64_t copies;
  uint64_t stale;
  uint64_t all;
  uint64_t stride;
  uint32_t count;
  bool isPoisoned;
};

__device__ inline uint32_t comparedBytes(const RegionThread &thread) {
  return thread.fixedBytes + (thread.dynamic ? thread.launch->dynamicBytes : 0);
}

/// step(offset) for each piece of static and dynamic shared memory, and of what lies between.
template <typename Step>
__device__ inline void forPieces(const RegionThread &thread, const Step &step) {
  const uint64_t dynamic = thread.dynamic - thread.first;
  uint64_t from = thread.fixed - thread.first, end = from + thread.fixedBytes;
  if (!thread.fixedBytes)
    from = end = dynamic;
  if (thread.dynamic)
    end = dynamic + thread.launch->dynamicBytes;
  else if (!thread.fixedBytes)
    return;
  const uint32_t threads = threadsInBlock();
  from = from / sizeof(Piece) * sizeof(Piece);
  for (uint64_t at = from + threadInBlock() * sizeof(Piece); at < end;
       at += threads * sizeof(Piece))
    step(at);
}

} // namespace warpsan::device
