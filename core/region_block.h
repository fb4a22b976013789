//===- region_block.h - What a block in mode ld keeps ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One for each block that can be resident, in device memory:
//
//   RegionBlock | write buffers of both passes | of the union | copies
//
// Where there is room, RegionBlock and the copies lie in shared memory instead.
//
// A write buffer holds what a pass stores to global memory until its region is over, in
// lines of 32 bytes that are found by their address and their owner: each warp has lines of
// its own, and the union of what all changed is nobody's.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/target.h"
#include <stdint.h>

namespace warpsan {

/// Behind each copy: where accesses go that leave it.
inline constexpr uint32_t RegionMargin = 64;

/// What a region does next; result of the entries region_*.
enum class RegionNext : uint32_t {
  GoOn,   ///< it is over
  Repeat, ///< run it again from its start
  Record, ///< and tell each access
};

enum class RegionPass : uint32_t {
  First,  ///< each warp sees its own changes only
  Second, ///< each warp sees what the others changed in the first one
  Record, ///< as the first, with the sites of accesses
};

/// What counters=1 tells apart: the passes, and what comes behind them. In the order of the rows
/// of counters.def.
enum class RegionPhase : uint32_t {
  First,
  Second,
  Record,
  Wait,    ///< for the block
  Compare, ///< and merge
  Commit,  ///< and whatever makes the next pass ready
};
inline constexpr uint32_t RegionPhases = 6;

/// What threads tell of a pass. Each flag is set by any of them and read behind a barrier.
struct RegionNotes {
  uint32_t conflicts;  ///< a byte that two warps changed
  uint32_t differs;    ///< the second pass had another outcome
  uint32_t overflowed; ///< the write buffer was full
  uint32_t continues;  ///< a thread goes on behind the region
  uint32_t told;       ///< a race was recorded
  uint32_t lost;       ///< mode det: lanes of a warp stored different values to one byte
  uint32_t changed;    ///< a byte that some warp changed
  uint32_t reserved;
};

/// Lanes of a warp that come together for a collective instruction. A lane that has ended
/// waits for the end of the region, so it is none that the others may wait for.
struct WarpMeeting {
  uint32_t arrived[2]; ///< by turns
  uint32_t ended;
  uint32_t reserved;
};
inline constexpr uint32_t MostWarps = 32;

/// Of both passes and of the union.
inline constexpr uint32_t BuffersOfBlock = 3;

/// Where a block has what it keeps, and what its launch says; all does not change. A piece is
/// what sweeps look at at once.
struct RegionLayout {
  uint64_t first;   ///< generic address of the first byte of shared memory with copies
  uint64_t copies;  ///< that of the first copy
  uint64_t all;     ///< as a copy: the union
  uint64_t stale;   ///< as a copy: the values of the region's start
  uint64_t touched; ///< for each piece of a copy a row of bytes, one for each copy: 1 if a pass
                    ///< stored there
  uint64_t marks;   ///< mode det: from a byte of a copy to its mark, all ones if it was written
  uint64_t buffers;
  uint64_t mostAllSteps; ///< rounds of loops in a second pass of the grid
  uint32_t copyBytes;
  uint32_t rowBytes; ///< 0: too many copies for rows
  uint32_t from;     ///< offset in a copy of the first piece to compare
  uint32_t end;      ///< behind the last one
  uint32_t comparedBytes;
  uint32_t copyCount;
  uint32_t rounds;
  uint32_t flags;    ///< abi::LaunchFlags
  uint32_t gridPass; ///< GridPass; None where regions commit to memory
  uint32_t bufferLines;
  uint32_t reserved[2];
};

/// Threads go through regions together, each one with notes of its own: those of the next
/// one are made ready while nobody uses them.
struct RegionBlock {
  RegionLayout layout;
  RegionNotes notes[2];
  uint32_t hasLines[BuffersOfBlock]; ///< set by any thread: the write buffer may have some
  uint32_t always;                   ///< 1: instead of one of these
  // Counted by one thread of the block:
  uint64_t regions;
  uint64_t racing;
  uint64_t givenUp;
  uint64_t comparedBytes;
  uint64_t passes;               ///< without those that find lines
  uint64_t cycles[RegionPhases]; ///< of the block's first thread
  uint64_t latest;               ///< when that was
  uint64_t unused;
  uint64_t passedOver; ///< LaunchSharedOnly: bit s % 64 for a site that the host knows of
  WarpMeeting meetings[MostWarps];
};
static_assert(sizeof(RegionBlock) % 16 == 0);

/// In front of a pool of slots: what the blocks of a launch count. The last one hands it to the
/// host, whose memory an H200 reaches a million times in a second only.
struct RegionTotals {
  uint64_t regions;
  uint64_t racing;
  uint64_t givenUp;
  uint64_t comparedBytes;
  uint64_t passes;
  uint64_t blocks; ///< that have ended
  uint64_t unused[2];
};
static_assert(sizeof(RegionTotals) == 64);

inline constexpr uint32_t WriteLineBytes = 32;

struct WriteLine {
  uint64_t number;  ///< lineNumber(); 0: none
  uint32_t mask;    ///< bit b: byte b was written
  uint32_t changed; ///< of these, since the merge: not what it was without this owner, in mode
                    ///< det all; of nobody's line: what two owners changed
  uint8_t bytes[WriteLineBytes];
};

/// Addresses have 48 bits; what is left of a number tells the owner.
inline constexpr unsigned AddressBits = 48;
inline constexpr unsigned LineNumberBits = AddressBits - 5 + 1;
inline constexpr uint32_t NoOwner = 0;
inline constexpr uint32_t MostOwners = 1u << (64 - LineNumberBits);

WARPSAN_HD constexpr bool isLineAddress(uint64_t address) { return address >> AddressBits == 0; }

WARPSAN_HD constexpr uint64_t lineNumber(uint64_t address, uint32_t owner) {
  return uint64_t(owner) << LineNumberBits | (address / WriteLineBytes + 1);
}

WARPSAN_HD constexpr uint32_t ownerOf(uint64_t number) {
  return uint32_t(number >> LineNumberBits);
}

WARPSAN_HD constexpr uint64_t lineAddress(uint64_t number) {
  return ((number & ((uint64_t(1) << LineNumberBits) - 1)) - 1) * WriteLineBytes;
}

/// In front of `capacity` numbers of lines in use, then `capacity` lines.
struct WriteBuffer {
  uint32_t used;
  uint32_t reserved[3];
};

WARPSAN_HD constexpr uint64_t writeBufferBytes(uint32_t capacity) {
  return sizeof(WriteBuffer) + uint64_t(capacity) * (sizeof(uint32_t) + sizeof(WriteLine));
}

/// A fuller table is slow.
WARPSAN_HD constexpr uint32_t mostLines(uint32_t capacity) { return capacity / 4 * 3; }

WARPSAN_HD constexpr uint32_t lineHash(uint64_t number, uint32_t capacity) {
  return uint32_t((number ^ number >> 32) * 0x9e3779b97f4a7c15u >> 32) & (capacity - 1);
}

/// Bits of the bytes `first` .. `first + count - 1` of a line.
WARPSAN_HD constexpr uint32_t lineMask(uint32_t first, uint32_t count) {
  return uint32_t(((uint64_t(1) << count) - 1) << first);
}

WARPSAN_HD constexpr uint64_t copyStride(uint32_t copyBytes) {
  return uint64_t(copyBytes) + RegionMargin;
}

struct CopyExtras {
  bool isPoisoned = false; ///< what the original was, since that holds a pattern
  bool isMarked = false;   ///< mode det: for each copy which of its bytes were written
};

/// Places of marks: in front of them are the copies, the union and what the original was.
WARPSAN_HD constexpr uint64_t firstMarks(uint32_t copies) { return uint64_t(copies) + 2; }

/// Of each copy, the union and what else there is.
WARPSAN_HD constexpr uint64_t placesBytes(uint32_t copies, uint32_t copyBytes,
                                          const CopyExtras &extras) {
  const uint64_t places = extras.isMarked ? firstMarks(copies) + copies
                                          : uint64_t(copies) + 1 + (extras.isPoisoned ? 1 : 0);
  return places * copyStride(copyBytes);
}

inline constexpr uint32_t PieceBytes = 16;

/// More copies than a block has warps are compared without rows.
WARPSAN_HD constexpr uint32_t rowBytesFor(uint32_t copies) {
  return copies <= MostWarps ? (copies + 3) / 4 * 4 : 0;
}

/// Of RegionLayout::touched. Without rows all copies share one, which nobody asks.
WARPSAN_HD constexpr uint64_t touchedBytes(uint32_t copies, uint32_t copyBytes) {
  const uint64_t rows = copyStride(copyBytes) / PieceBytes;
  const uint64_t bytes = rowBytesFor(copies) ? rows * rowBytesFor(copies) : copies;
  return (bytes + PieceBytes - 1) / PieceBytes * PieceBytes;
}

WARPSAN_HD constexpr uint64_t copiesOffset(uint32_t bufferLines) {
  return sizeof(RegionBlock) + BuffersOfBlock * writeBufferBytes(bufferLines);
}

} // namespace warpsan
