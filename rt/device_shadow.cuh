//===- device_shadow.cuh - From an access to its cells ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every 4-byte word has a cell, and where the launch provides them every byte
// has one too. Accesses of whole words use word cells only. The first access
// of a part of a word sets the split flag in its word cell, which freezes it:
// from then on the word cell is consulted but no longer changed, and all later
// history of the word goes to its byte cells.
//
// That is exact without copying anything between the two levels. A cell is a
// summary that answers, for the accesses it has seen, whether one of them is
// unordered and in conflict with a new one. The frozen cell has seen exactly
// the accesses before the split, each of which covered all four bytes; the
// byte cells have seen exactly those after it, byte by byte. A new access
// races if and only if it races with a member of one of the two sets, so
// asking both is asking the whole history. Clocks only grow, so the frozen
// answers stay right when barriers pass.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/thread_context.h"
#include "rt/device_records.cuh"

namespace warpsan::device {

inline constexpr unsigned WordBytes = 4;

/// Cells of one tracked range or of one block's shared memory.
struct CellArea {
  Cell *words;
  Cell *bytes;   ///< null: no byte cells
  uint64_t size; ///< bytes covered
};

struct Races {
  bool any;
  Found first;
};

__device__ inline void note(const Check &check, Races &races, const Verdict &verdict,
                            uint64_t offset) {
  if (!verdict.race)
    return;
  // Order through changing partial masks is not followed: neither race nor safe.
  // Nor is known of readers that the cell does not name whether they are of the group.
  const bool maybeOfGroup = verdict.known == abi::Known::Warp && check.me.groupMask != 0 &&
                            check.kind != AccessClass::Read;
  if ((check.mixedMasks && verdict.relation <= Relation::Warp) || maybeOfGroup) {
    raise(*check.launch, check.me.site, abi::Reason::MixedWarpMasks);
    return;
  }
  if (!races.any)
    races = {true, {verdict, offset}};
}

__device__ inline bool isFrozen(const Check &check, Cell cell) {
  return isSplit(cell) && epochOf(cell) == check.epoch;
}

__device__ inline Verdict stepCell(const Check &check, Cell *cell) {
  Cell old = loadRelaxed(cell);
  for (;;) {
    const Step taken = step(check.layout, check.epoch, old, check.me, check.kind);
    if (taken.next == old || replaceRelaxed(cell, old, taken.next))
      return taken.verdict;
  }
}

/// Freezes a word cell and returns it. A cell of another epoch becomes an
/// empty one of this epoch: state 0, no payload.
__device__ inline Cell freezeWord(const Check &check, Cell *cell) {
  Cell old = loadRelaxed(cell);
  for (;;) {
    if (isFrozen(check, old))
      return old;
    const Cell kept = epochOf(old) == check.epoch ? old : Cell(check.epoch) << EpochShift;
    if (replaceRelaxed(cell, old, kept | SplitFlag))
      return kept | SplitFlag;
  }
}

/// Bytes [from, to) of one word whose cell is, or now becomes, frozen.
__device__ __attribute__((noinline)) Races checkBytes(Check check, CellArea area, uint64_t from,
                                                      uint64_t to) {
  Races races{};
  if (!area.bytes) {
    raise(*check.launch, check.me.site, abi::Reason::NoByteCells);
    return races;
  }
  const Cell frozen = freezeWord(check, area.words + from / WordBytes);
  note(check, races, step(check.layout, check.epoch, frozen, check.me, check.kind).verdict, from);
  for (uint64_t at = from; at < to; ++at)
    note(check, races, stepCell(check, area.bytes + at), at);
  return races;
}

/// One whole word. False when its cell is frozen: the caller goes on with bytes.
__device__ inline bool checkWord(const Check &check, Races &races, Cell *cell, uint64_t offset) {
  Cell old = loadRelaxed(cell);
  for (;;) {
    if (isFrozen(check, old))
      return false;
    const Step taken = step(check.layout, check.epoch, old, check.me, check.kind);
    if (taken.next == old || replaceRelaxed(cell, old, taken.next)) {
      note(check, races, taken.verdict, offset);
      return true;
    }
  }
}

__device__ inline void merge(Races &races, const Races &more) {
  if (!races.any)
    races = more;
}

/// Whether shortcuts pay that make the code of a check longer: on the CPU
/// target, not where registers are few.
extern "C" __device__ __attribute__((weak)) bool __warpsan_takes_shortcuts() { return false; }

/// The commonest access: a whole word that nobody has touched in this epoch.
__device__ inline bool startWord(const Check &check, Cell *cell) {
  Cell old = loadRelaxed(cell);
  return epochOf(old) != check.epoch &&
         replaceRelaxed(cell, old, firstCell(check.layout, check.epoch, check.me, check.kind));
}

/// All cells of the access step; only its first race is recorded, because one
/// access to several racing words is one mistake.
__device__ inline void checkCells(const Check &check, const CellArea &area) {
  Races races{};
  uint64_t at = check.address - check.origin;
  const uint64_t end = at + check.size;
  if (__warpsan_takes_shortcuts() && check.size == WordBytes && at % WordBytes == 0 &&
      startWord(check, area.words + at / WordBytes))
    return;
  while (at < end) {
    const uint64_t word = at / WordBytes;
    const uint64_t wordEnd = (word + 1) * WordBytes;
    const uint64_t next = wordEnd < end ? wordEnd : end;
    if (next - at != WordBytes || !checkWord(check, races, area.words + word, at))
      merge(races, checkBytes(check, area, at, next));
    at = next;
  }
  if (races.any)
    recordRace(check, races.first);
}

/// Range that holds the address, or null: the last one that starts at or
/// below it. The table is sorted by base.
__device__ inline const abi::Range *findRange(const abi::LaunchRecord &launch, uint64_t address) {
  const abi::Range *ranges = pointer<const abi::Range>(launch.ranges);
  uint32_t low = 0;
  uint32_t high = launch.rangeCount;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (ranges[middle].base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || address - ranges[low - 1].base >= ranges[low - 1].size)
    return nullptr;
  return ranges + low - 1;
}

/// A clock too large for the cell would read as an older one.
__device__ inline bool clocksFit(const CellLayout &layout, const Accessor &me) {
  return (uint64_t(me.blockClock) >> layout.blockClock |
          uint64_t(me.warpClock) >> layout.warpClock |
          uint64_t(me.groupClock) >> layout.groupClock) == 0;
}

/// malloc has given the bytes out, anew or for the first time. They start at a word
/// of the range. Most of them nobody has touched, and a store would cost more.
__device__ inline void forgetCells(const abi::LaunchRecord &launch, const abi::Range &range,
                                   uint64_t from, uint64_t to) {
  const auto forget = [&](Cell *cell) {
    if (epochOf(loadRelaxed(cell)) == launch.epoch)
      storeRelaxed(cell, Cell(0));
  };
  for (uint64_t word = from / WordBytes; range.wordCells && word * WordBytes < to; ++word)
    forget(pointer<Cell>(range.wordCells) + word);
  for (uint64_t byte = from; range.byteCells && byte < to; ++byte)
    forget(pointer<Cell>(range.byteCells) + byte);
}

/// Cuts the access to the area; what lies outside is not analysed.
__device__ inline void checkArea(Check &check, const CellArea &area, abi::Space space,
                                 uint64_t offset) {
  if (!clocksFit(check.layout, check.me)) {
    raise(*check.launch, check.me.site, abi::Reason::ClockExhausted);
    return;
  }
  check.space = space;
  check.origin = check.address - offset;
  if (check.size > area.size - offset) {
    raiseUntracked(check, area.size);
    check.size = area.size - offset;
  }
  checkCells(check, area);
}

__device__ inline bool isFree(const Check &check) {
  return (check.launch->flags & abi::LaunchBounds) &&
         __warpsan_is_free_memory(pointer<const void>(check.address));
}

/// Range of the access; null when there is nothing to check, or not tracked and
/// said so.
__device__ inline const abi::Range *trackedRange(Check &check) {
  const abi::Range *range = findRange(*check.launch, check.address);
  if (range && !isFree(check))
    return range->wordCells == abi::ConstantCells ? nullptr : range;
  // Constant memory cannot be written while a kernel runs.
  if (!__nvvm_isspacep_const(pointer<const void>(check.address))) {
    check.space = abi::Space::Global;
    check.origin = check.address;
    raiseUntracked(check, 0);
  }
  return nullptr;
}

__device__ inline void checkGlobal(const ThreadContext &context, Check &check) {
  const abi::LaunchRecord &launch = *context.launch;
  const abi::Range *range = trackedRange(check);
  if (!range)
    return;
  if (!range->wordCells) {
    raise(launch, check.me.site, abi::Reason::ShadowMemory);
    return;
  }
  check.layout = launch.globalLayout;
  check.epoch = launch.epoch;
  check.me.thread = context.thread;
  checkArea(check, {pointer<Cell>(range->wordCells), pointer<Cell>(range->byteCells), range->size},
            abi::Space::Global, check.address - range->base);
}

__device__ inline uint64_t sharedBytes(const abi::LaunchRecord &launch) {
  return uint64_t(launch.sharedWords) * WordBytes;
}

__device__ inline void raiseOutsideShared(Check &check, uint32_t offset) {
  check.space = abi::Space::Shared;
  check.origin = check.address - offset;
  raiseUntracked(check, offset);
}

/// Cells of the block's slot: words first, then bytes if the stride has room.
__device__ inline CellArea sharedArea(const ThreadContext &context) {
  const uint64_t words = context.launch->sharedWords;
  Cell *cells = pointer<Cell>(context.sharedCells);
  const bool hasBytes = context.launch->slotStride >= words * (1 + WordBytes) * sizeof(Cell);
  return {cells, hasBytes ? cells + words : nullptr, words * WordBytes};
}

__device__ inline void checkShared(const ThreadContext &context, Check &check, uint32_t offset) {
  const abi::LaunchRecord &launch = *context.launch;
  if (offset >= sharedBytes(launch)) {
    raiseOutsideShared(check, offset);
    return;
  }
  if (!context.sharedCells) {
    raise(launch, check.me.site, abi::Reason::ShadowMemory);
    return;
  }
  check.layout = launch.sharedLayout;
  check.epoch = context.sharedEpoch;
  check.me.thread = context.thread & lowMask(check.layout.threadInBlock);
  checkArea(check, sharedArea(context), abi::Space::Shared, offset);
}

} // namespace warpsan::device
