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
//
// A launch with LaunchLines has one more level above: a line of 32 words has a cell that
// only whole warps enter (core/line.h, rt/device_lines.cuh). All other accesses freeze it
// in the same way, and go on by word.
//
// With shadow=cached a cell, of a word or of a byte, is taken from another word
// when it has that one's tag. A cell then has seen only some of the accesses of
// its word, but those as ever: what it says of them stays true, whatever the
// other cells of the word have lost. So races may be missed and none is made
// up; each loss is counted. A range has such cells instead of its own, never
// both, and they are looked for where it has none of its own: the common path
// knows nothing of them.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/line.h"
#include "core/thread_context.h"
#include "rt/device_records.cuh"
#include "rt/device_shared.cuh"
#include "rt/device_slots.cuh"

namespace warpsan::device {

inline constexpr unsigned WordBytes = 4;

/// Marks that no other word shares the cell.
inline constexpr unsigned NoTag = ~0u;

/// A cell, of a word or of a byte, as the slow path sees it. There is one kind for all
/// memories, with facts known when it runs: ptxas compiles this path anew for each kernel.
struct CellPlace {
  Cell *cell;   ///< generic: in global memory or in the block's own shared memory
  unsigned tag; ///< NoTag unless 16 words share the cell
};

/// Cells of one tracked range, or of one block's shared memory.
struct CellArea {
  Cell *words;
  Cell *bytes;   ///< null: no byte cells. Four for each cell of a word
  uint64_t size; ///< bytes covered
  bool cached;   ///< 16 words share a cell
  Cell *lines;   ///< cell of the line at address 0; null: none

  __device__ CachePlace place(uint64_t word) const {
    return cached ? placeInCache(word, (size + WordBytes - 1) / WordBytes)
                  : CachePlace{word, NoTag};
  }
};

/// Words first, then bytes if there is room.
__device__ inline bool hasByteCells(const abi::LaunchRecord &launch, uint64_t words) {
  return launch.slotStride >= words * (1 + WordBytes) * sizeof(Cell);
}

/// A cell was taken from another word. The first time in a kernel is also noted
/// where it survives the device.
__device__ inline void countMiss(const abi::LaunchRecord &launch) {
  if (addRelaxed(pointer<uint64_t>(launch.cacheMisses), uint64_t(1)) == 0)
    raiseIn(pointer<uint32_t>(launch.kernelFlags), abi::Reason::CacheMiss);
}

/// The cell of this launch is another word's.
__device__ inline bool isOther(uint32_t epoch, CellPlace at, Cell old) {
  return at.tag != NoTag && epochOf(old) == epoch && tagOf(old) != at.tag;
}

/// If another word takes it meanwhile, nothing is left to forget.
__device__ inline void forgetCell(uint32_t epoch, CellPlace at) {
  Cell old = loadRelaxed(at.cell);
  if (epochOf(old) == epoch && !isOther(epoch, at, old))
    replaceRelaxed(at.cell, old, Cell(0));
}

struct Races {
  bool any;
  Found first;
};

/// Order through changing partial masks is not followed: neither race nor safe.
/// Nor is known of readers that the cell does not name whether they are of the group.
__device__ inline bool isOfUnknownOrder(const Check &check, const Verdict &verdict) {
  const bool maybeOfGroup = verdict.known == abi::Known::Warp && check.me.groupMask != 0 &&
                            check.kind != AccessClass::Read;
  return (check.mixedMasks && verdict.relation <= Relation::Warp) || maybeOfGroup;
}

__device__ inline void note(const Check &check, Races &races, const Verdict &verdict,
                            uint64_t offset) {
  if (!verdict.race)
    return;
  if (isOfUnknownOrder(check, verdict)) {
    raise(*check.launch, check.me.site, abi::Reason::MixedWarpMasks);
    return;
  }
  if (!races.any)
    races = {true, {verdict, offset}};
}

/// Cells in a slot have another owner when the block ends, whom a late store would hit.
__device__ inline bool isInSlot(const Check &check) {
  return check.space == abi::Space::Shared && !check.launch->sharedCells;
}

/// False: the cell has changed meanwhile, to `old`.
__device__ inline bool update(const Check &check, CellPlace at, Cell &old, const CellEntry &entry) {
  const bool raced = restarts(entry);
  const bool hasTag = at.tag != NoTag;
  const Cell mine = hasTag ? withTag(entry.next, at.tag) : entry.next;
  if (mine == old)
    return true;
  const bool evicts = isOther(check.epoch, at, old);
  bool done = raced && !hasTag && !isInSlot(check);
  if (done)
    storeRelaxed(at.cell, mine);
  else
    done = replaceRelaxed(at.cell, old, mine);
  count(*check.launch, done ? abi::Counter::CellWrites : abi::Counter::Retries);
  if (done && evicts)
    countMiss(*check.launch);
  return done || raced;
}

/// Enters the access into one cell, or asks a frozen one. `word`: of a line.
__device__ inline CellEntry enter(const Check &check, CellPlace at, CellRole role, unsigned word) {
  Cell old = loadRelaxed(at.cell);
  for (;;) {
    const Cell seen = isOther(check.epoch, at, old) ? 0 : old;
    const CellEntry entry =
        enterCell(check.layout, check.epoch, seen, check.me, check.kind, role, word);
    if (update(check, at, old, entry))
      return entry;
  }
}

/// Cells that an access comes to, one after the other as long as it goes on.
enum class Level : uint8_t { Line, Word, Byte };

__device__ inline CellPlace cellAt(const CellArea &area, Level level, uint64_t address,
                                   uint64_t at) {
  if (level == Level::Line)
    return {area.lines + address / LineBytes, NoTag};
  const CachePlace place = area.place(at / WordBytes);
  return {level == Level::Word ? area.words + place.index
                               : area.bytes + place.index * WordBytes + at % WordBytes,
          place.tag};
}

/// All cells of the access step; only its first race is recorded, because one
/// access to several racing words is one mistake.
__device__ inline void checkCells(const Check &check, const CellArea &area) {
  Races races{};
  const Level top = area.lines ? Level::Line : Level::Word;
  Level level = top;
  uint64_t at = check.address - check.origin;
  const uint64_t end = at + check.size;
  while (at < end) {
    const uint64_t word = at / WordBytes;
    const uint64_t wordEnd = (word + 1) * WordBytes < end ? (word + 1) * WordBytes : end;
    const bool isPart = level != Level::Byte && wordEnd - at != WordBytes;
    if (isPart && !area.bytes) {
      raise(*check.launch, check.me.site, abi::Reason::NoByteCells);
      at = wordEnd;
      continue;
    }
    const uint64_t address = check.origin + at;
    const CellRole role = level == Level::Line ? CellRole::Lone
                          : isPart             ? CellRole::Part
                                               : CellRole::Whole;
    const CellEntry entry = enter(check, cellAt(area, level, address, at), role,
                                  unsigned(address / WordBytes % LineWords));
    note(check, races, entry.verdict, at);
    if (level != Level::Byte && entry.goesOn) {
      if (level == Level::Word)
        count(*check.launch, abi::Counter::SplitWords);
      level = level == Level::Line ? Level::Word : Level::Byte;
      continue;
    }
    at = level == Level::Byte ? at + 1 : wordEnd;
    level = level == Level::Byte && at < wordEnd ? Level::Byte : top;
  }
  if (races.any)
    recordRace(check, races.first);
}

/// Without any cells if the launch has none for the range.
__device__ inline CellArea areaOf(const abi::LaunchRecord &launch, const abi::Range &range) {
  const bool cached = !range.wordCells;
  const bool hasLines = (launch.flags & abi::LaunchLines) && range.lineCells;
  return {pointer<Cell>(cached ? range.cachedCells : range.wordCells),
          pointer<Cell>(range.byteCells), range.size, cached,
          hasLines ? pointer<Cell>(range.lineCells) : nullptr};
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
/// of the range, which has no cells of lines. Most of them nobody has touched, and a swap
/// would cost more.
__device__ inline void forgetCells(const abi::LaunchRecord &launch, const abi::Range &range,
                                   uint64_t from, uint64_t to) {
  const CellArea area = areaOf(launch, range);
  for (uint64_t at = from; area.words && at < to; ++at) {
    const CachePlace place = area.place(at / WordBytes);
    if (at % WordBytes == 0)
      forgetCell(launch.epoch, {area.words + place.index, place.tag});
    if (area.bytes)
      forgetCell(launch.epoch, {area.bytes + place.index * WordBytes + at % WordBytes, place.tag});
  }
}

__device__ inline bool isFree(const Check &check) {
  return (check.launch->flags & abi::LaunchBounds) &&
         __warpsan_is_free_memory(pointer<const void>(check.address));
}

/// Constant memory cannot be written while a kernel runs.
__device__ inline bool isConstant(const Check &check) {
  return __nvvm_isspacep_const(pointer<const void>(check.address));
}

/// Range of the access; null when there is nothing to check, or not tracked and
/// said so.
__device__ inline const abi::Range *trackedRange(Check &check) {
  const abi::Range *range = findRange(*check.launch, check.address);
  if (range && !isFree(check))
    return range->wordCells == abi::ConstantCells ? nullptr : range;
  if (!isConstant(check)) {
    check.space = abi::Space::Global;
    check.origin = check.address;
    raiseUntracked(check, 0);
  }
  return nullptr;
}

__device__ inline uint64_t sharedBytes(const abi::LaunchRecord &launch) {
  return uint64_t(launch.sharedWords) * WordBytes;
}

__device__ inline void raiseOutsideShared(Check &check, uint32_t offset) {
  check.space = abi::Space::Shared;
  check.origin = check.address - offset;
  raiseUntracked(check, offset);
}

/// Cells and the offset of the access from the first byte that they are for.
struct Located {
  bool isChecked;
  CellArea area; ///< no bytes from `offset` on: the access is not tracked
  uint64_t offset;
};

__device__ inline Located locateGlobal(Check &check, uint64_t thread) {
  check.layout = check.launch->globalLayout;
  check.epoch = check.launch->epoch;
  check.me.thread = thread;
  check.space = abi::Space::Global;
  const abi::Range *range = findRange(*check.launch, check.address);
  if (!range || isFree(check))
    return {!isConstant(check), {}, 0};
  return {range->wordCells != abi::ConstantCells, areaOf(*check.launch, *range),
          check.address - range->base};
}

/// First byte of shared memory that has cells.
__device__ inline uint32_t firstShared(const abi::LaunchRecord &launch) {
  return launch.sharedCells ? launch.sharedFirst : 0;
}

/// First cell, in the block's own shared memory or in its slot; null if it has neither.
__device__ inline Cell *sharedCells(Check &check) {
  const abi::LaunchRecord &launch = *check.launch;
  check.epoch = SharedEpoch;
  if (launch.sharedCells)
    return (Cell *)sharedCell(sharedCellBase(launch), 0);
  if (!launch.slotCount)
    return nullptr;
  const BlockSlot held = heldSlot(launch, blockInGrid());
  check.epoch = held.generation;
  return pointer<Cell>(cellsOf(launch, held));
}

/// Numbered as the bytes of shared memory are, also where the first have none.
__device__ inline CellArea sharedArea(const abi::LaunchRecord &launch, Cell *cells) {
  const uint32_t first = firstShared(launch);
  const uint64_t words = (sharedBytes(launch) - first) / WordBytes;
  if (!cells)
    return {nullptr, nullptr, sharedBytes(launch), false, nullptr};
  return {cells - first / WordBytes, hasByteCells(launch, words) ? cells + words - first : nullptr,
          sharedBytes(launch), false, nullptr};
}

__device__ inline Located locateShared(Check &check, uint64_t thread, uint32_t offset) {
  const abi::LaunchRecord &launch = *check.launch;
  check.layout = launch.sharedLayout;
  check.me.thread = thread & lowMask(check.layout.threadInBlock);
  check.space = abi::Space::Shared;
  if (offset < firstShared(launch) || offset >= sharedBytes(launch))
    return {true, {nullptr, nullptr, offset, false, nullptr}, offset};
  return {true, sharedArea(launch, sharedCells(check)), offset};
}

/// Cuts the access to the area; what lies outside is not analysed.
__device__ inline void checkLocated(Check &check, const Located &at) {
  check.origin = check.address - at.offset;
  if (check.size > at.area.size - at.offset) {
    raiseUntracked(check, at.area.size);
    check.size = at.area.size - at.offset;
  }
  if (check.size == 0)
    return;
  if (at.area.words && clocksFit(check.layout, check.me))
    checkCells(check, at.area);
  else
    raise(*check.launch, check.me.site,
          at.area.words ? abi::Reason::ClockExhausted : abi::Reason::ShadowMemory);
}

} // namespace warpsan::device
