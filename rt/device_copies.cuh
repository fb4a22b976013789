//===- device_copies.cuh - Copies of a block's shared memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sweeps over the copies, by all threads of the block: a thread looks at all copies of its
// pieces, always the same ones, so none needs an atomic. Between a sweep of copies and the
// program's accesses the block meets. The union has the place behind the copies, and behind it,
// if the original is poisoned, what the original was.
//
// Stores leave a note for each piece and copy, so sweeps look at few.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/byte_merge.h"
#include "core/region_thread.h"
#include "rt/device_memory.cuh"
#include "rt/device_position.cuh"

namespace warpsan::device {

inline constexpr uint32_t PoisonWord = 0xdeadbeef;

/// What a thread looks at at once.
inline constexpr uint32_t WordsOfPiece = PieceBytes / 4;

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

/// RegionLayout::touched.
class TouchedRows {
public:
  __device__ explicit TouchedRows(const RegionLayout &layout)
      : rows(layout.touched), rowBytes(layout.rowBytes) {}

  /// The copies in which something was stored, as bits, and forgets it. All ones: not known.
  __device__ uint32_t take(uint64_t offset) const {
    if (!rowBytes)
      return ~0u;
    auto *row = pointer<uint32_t>(rows + offset / PieceBytes * rowBytes);
    uint32_t found = 0;
    for (uint32_t word = 0; word < rowBytes / 4; ++word)
      if (const uint32_t bytes = row[word]) {
        found |= nibbleOf(bytes) << (4 * word);
        row[word] = 0;
      }
    return found;
  }

private:
  /// A bit for each byte, which are 0 or 1.
  __device__ static uint32_t nibbleOf(uint32_t bytes) { return bytes * 0x01020408u >> 24 & 0xf; }

  uint64_t rows;
  uint32_t rowBytes;
};

/// Of all pieces; each is named by its offset in a copy.
class Copies {
public:
  __device__ explicit Copies(const RegionLayout &layout)
      : first(layout.first), copies(layout.copies), stale(layout.stale), all(layout.all),
        rows(layout), stride(copyStride(layout.copyBytes)), count(layout.copyCount),
        isPoisoned(layout.flags & abi::LaunchPoison) {}

  __device__ Piece &of(uint32_t copy, uint64_t offset) const {
    return *pointer<Piece>(copies + copy * stride + offset);
  }
  __device__ void enter(uint64_t offset) const {
    Piece &original = *pointer<Piece>(first + offset);
    const Piece value = original;
    if (isPoisoned) {
      staleOf(offset) = value;
      original = {{PoisonWord, PoisonWord, PoisonWord, PoisonWord}};
    }
    fill(offset, value);
  }
  /// Makes the union, and what second passes start from, if something has changed or is
  /// asked for.
  __device__ MergedPiece merge(uint64_t offset, uint32_t touchedCopies, bool isAsked) const {
    const Piece before = staleOf(offset);
    Piece united = before;
    MergedPiece merged{};
    forCopies(touchedCopies, [&](uint32_t copy) {
      const Piece own = of(copy, offset);
      if (!differingBits(own, before))
        return;
      merged.changed = true;
      merged.conflicts |= mergeOwn(before, own, united);
    });
    if (merged.changed || isAsked)
      allOf(offset) = united;
    if (merged.changed)
      startSecond(offset, touchedCopies, before, united);
    return merged;
  }
  /// Whether a second pass left something else than the union.
  __device__ bool differsFromUnion(uint64_t offset) const {
    return differs(offset, ~0u, allOf(offset));
  }
  /// The same of a piece that nobody changed, in some copies.
  __device__ bool differsFromStart(uint64_t offset, uint32_t touchedCopies) const {
    return differs(offset, touchedCopies, staleOf(offset));
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
  __device__ void restart(uint64_t offset) const {
    fill(offset, staleOf(offset));
    rows.take(offset);
  }
  /// The union is what the next region starts from.
  __device__ void unite(uint64_t offset) const {
    keepUnion(offset);
    fill(offset, allOf(offset));
    rows.take(offset);
  }
  /// Likewise, where all copies are as the union.
  __device__ void keepUnion(uint64_t offset) const { staleOf(offset) = allOf(offset); }

private:
  __device__ Piece &staleOf(uint64_t offset) const { return *pointer<Piece>(stale + offset); }
  __device__ Piece &allOf(uint64_t offset) const { return *pointer<Piece>(all + offset); }
  __device__ void fill(uint64_t offset, const Piece &value) const {
    for (uint32_t copy = 0; copy < count; ++copy)
      of(copy, offset) = value;
  }
  /// step(copy) for each bit; all ones: for all copies.
  template <typename Step>
  __device__ void forCopies(uint32_t bits, const Step &step) const {
    if (bits == ~0u) {
      for (uint32_t copy = 0; copy < count; ++copy)
        step(copy);
      return;
    }
    for (; bits; bits &= bits - 1)
      step(uint32_t(__builtin_ctz(bits)));
  }
  __device__ bool differs(uint64_t offset, uint32_t bits, const Piece &expected) const {
    uint32_t difference = 0;
    forCopies(bits,
              [&](uint32_t copy) { difference |= differingBits(of(copy, offset), expected); });
    return difference != 0;
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
  /// In a copy that nobody has touched it is the union.
  __device__ void startSecond(uint64_t offset, uint32_t touchedCopies, const Piece &before,
                              const Piece &united) const {
    if (touchedCopies != ~0u)
      for (uint32_t copy = 0; copy < count; ++copy)
        if (!(touchedCopies >> copy & 1))
          of(copy, offset) = united;
    forCopies(touchedCopies, [&](uint32_t copy) {
      Piece own = of(copy, offset);
      for (uint32_t i = 0; i < WordsOfPiece; ++i)
        own.word[i] = secondStart(before.word[i], united.word[i], own.word[i]);
      of(copy, offset) = own;
    });
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

  uint64_t first;
  uint64_t copies;
  uint64_t stale;
  uint64_t all;
  TouchedRows rows;
  uint64_t stride;
  uint32_t count;
  bool isPoisoned;
};

/// step(offset) for each of the thread's pieces of static and dynamic shared memory, and of what
/// lies between.
template <typename Step>
__device__ inline void forPieces(const RegionLayout &layout, const Step &step) {
  const uint32_t threads = threadsInBlock();
  for (uint32_t at = layout.from + threadInBlock() * PieceBytes; at < layout.end;
       at += threads * PieceBytes)
    step(at);
}

} // namespace warpsan::device
