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
// With shadow=cached a cell, of a word or of a byte, is taken from another word
// when it has that one's tag. A cell then has seen only some of the accesses of
// its word, but those as ever: what it says of them stays true, whatever the
// other cells of the word have lost. So races may be missed and none is made
// up; each loss is counted. A range has such cells instead of its own, never
// both, and they are looked for where it has none of its own: the common path
// knows nothing of them.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/thread_context.h"
#include "rt/device_records.cuh"
#include "rt/device_shared.cuh"
#include "rt/device_slots.cuh"

namespace warpsan::device {

inline constexpr unsigned WordBytes = 4;

/// Swaps the cell unless another thread did meanwhile. `Stored` says in which memory it is.
template <typename Stored>
__device__ inline bool updateCell(const Check &check, Stored *cell, Cell &old, Cell next) {
  const bool done = replaceRelaxed(cell, old, next);
  count(*check.launch, done ? abi::Counter::CellWrites : abi::Counter::Retries);
  return done;
}

/// A cell of one word, or byte, alone.
template <typename Stored>
struct OwnCell {
  Stored *cell;

  __device__ Cell seen(const Check &, Cell old) const { return old; }
  __device__ bool replace(const Check &check, Cell &old, Cell next) const {
    return next == old || updateCell(check, cell, old, next);
  }
  __device__ void forget(uint32_t epoch) const {
    if (epochOf(loadRelaxed(cell)) == epoch)
      storeRelaxed(cell, Cell(0));
  }
};

/// Cells of one tracked range or of the slot of one block's shared memory.
struct CellArea {
  Cell *words;
  Cell *bytes;   ///< null: no byte cells
  uint64_t size; ///< bytes covered

  __device__ bool hasBytes() const { return bytes; }
  __device__ OwnCell<Cell> word(uint64_t number) const { return {words + number}; }
  __device__ OwnCell<Cell> byte(uint64_t offset) const { return {bytes + offset}; }
};

/// Words first, then bytes if there is room.
__device__ inline bool hasByteCells(const abi::LaunchRecord &launch, uint64_t words) {
  return launch.slotStride >= words * (1 + WordBytes) * sizeof(Cell);
}

/// Cells in the block's own shared memory. Those of bytes lie behind those of words.
struct SharedArea {
  uint32_t base;  ///< address of the first cell
  uint32_t first; ///< byte of shared memory that it is for, a multiple of 4
  uint64_t size;  ///< bytes covered, with those before the first
  bool withBytes;

  __device__ uint64_t words() const { return (size - first) / WordBytes; }
  __device__ bool hasBytes() const { return withBytes; }
  __device__ OwnCell<SharedCell> word(uint64_t number) const {
    return {sharedCell(base, number - first / WordBytes)};
  }
  __device__ OwnCell<SharedCell> byte(uint64_t offset) const {
    return {sharedCell(base, words() + offset - first)};
  }
};

/// A cell was taken from another word. The first time in a kernel is also noted
/// where it survives the device.
__device__ inline void countMiss(const abi::LaunchRecord &launch) {
  if (addRelaxed(pointer<uint64_t>(launch.cacheMisses), uint64_t(1)) == 0)
    raiseIn(pointer<uint32_t>(launch.kernelFlags), abi::Reason::CacheMiss);
}

/// A cell that 16 words share.
struct CachedCell {
  Cell *cell;
  unsigned tag;

  __device__ bool isOther(const Check &check, Cell old) const {
    return epochOf(old) == check.epoch && tagOf(old) != tag;
  }
  /// What the cell says of this word: nothing if it is another one's.
  __device__ Cell seen(const Check &check, Cell old) const { return isOther(check, old) ? 0 : old; }
  __device__ bool replace(const Check &check, Cell &old, Cell next) const {
    const Cell mine = withTag(next, tag);
    const bool evicts = isOther(check, old);
    if (mine != old && !updateCell(check, cell, old, mine))
      return false;
    if (evicts)
      countMiss(*check.launch);
    return true;
  }
  /// If another word takes it meanwhile, nothing is left to forget.
  __device__ void forget(uint32_t epoch) const {
    Cell old = loadRelaxed(cell);
    if (epochOf(old) == epoch && tagOf(old) == tag)
      replaceRelaxed(cell, old, Cell(0));
  }
};

/// Cells of one tracked range with shadow=cached.
struct CachedArea {
  Cell *words;
  Cell *bytes; ///< as in CellArea; four for each word cell
  uint64_t size;

  __device__ bool hasBytes() const { return bytes; }
  __device__ CachePlace place(uint64_t number) const {
    return placeInCache(number, (size + WordBytes - 1) / WordBytes);
  }
  __device__ CachedCell word(uint64_t number) const {
    const CachePlace at = place(number);
    return {words + at.index, at.tag};
  }
  __device__ CachedCell byte(uint64_t offset) const {
    const CachePlace at = place(offset / WordBytes);
    return {bytes + at.index * WordBytes + offset % WordBytes, at.tag};
  }
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

/// False: the cell has changed, to `old`, and the access is still to be entered. After a
/// race it need not be: the cell would restart anyway, and another thread has just
/// written what comes after. Where thousands race for one word, all would try for long.
template <typename AnyCell>
__device__ inline bool enter(const Check &check, AnyCell at, Cell &old, const Step &taken) {
  return at.replace(check, old, taken.next) || taken.verdict.race;
}

template <typename AnyCell>
__device__ inline Verdict stepCell(const Check &check, AnyCell at) {
  Cell old = loadRelaxed(at.cell);
  for (;;) {
    const Step taken = step(check.layout, check.epoch, at.seen(check, old), check.me, check.kind);
    if (enter(check, at, old, taken))
      return taken.verdict;
  }
}

/// Freezes a word cell and returns it. A cell of another epoch becomes an
/// empty one of this epoch: state 0, no payload.
template <typename AnyCell>
__device__ inline Cell freezeWord(const Check &check, AnyCell at) {
  Cell old = loadRelaxed(at.cell);
  for (;;) {
    const Cell seen = at.seen(check, old);
    if (isFrozen(check, seen))
      return seen;
    const Cell kept = epochOf(seen) == check.epoch ? seen : Cell(check.epoch) << EpochShift;
    if (at.replace(check, old, kept | SplitFlag))
      return kept | SplitFlag;
  }
}

/// Bytes [from, to) of one word whose cell is, or now becomes, frozen.
template <typename Area>
__device__ __attribute__((noinline)) Races checkBytes(Check check, Area area, uint64_t from,
                                                      uint64_t to) {
  Races races{};
  if (!area.hasBytes()) {
    raise(*check.launch, check.me.site, abi::Reason::NoByteCells);
    return races;
  }
  count(*check.launch, abi::Counter::SplitWords);
  const Cell frozen = freezeWord(check, area.word(from / WordBytes));
  note(check, races, step(check.layout, check.epoch, frozen, check.me, check.kind).verdict, from);
  for (uint64_t at = from; at < to; ++at)
    note(check, races, stepCell(check, area.byte(at)), at);
  return races;
}

/// One whole word. False when its cell is frozen: the caller goes on with bytes.
template <typename AnyCell>
__device__ inline bool checkWord(const Check &check, Races &races, AnyCell at, uint64_t offset) {
  Cell old = loadRelaxed(at.cell);
  for (;;) {
    const Cell seen = at.seen(check, old);
    if (isFrozen(check, seen))
      return false;
    const Step taken = step(check.layout, check.epoch, seen, check.me, check.kind);
    if (enter(check, at, old, taken)) {
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

/// The commonest access: a whole word whose cell nobody has touched in this epoch.
template <typename AnyCell>
__device__ inline bool startWord(const Check &check, AnyCell at) {
  Cell old = loadRelaxed(at.cell);
  return epochOf(old) != check.epoch &&
         at.replace(check, old, firstCell(check.layout, check.epoch, check.me, check.kind));
}

/// All cells of the access step; only its first race is recorded, because one
/// access to several racing words is one mistake.
template <typename Area>
__device__ inline void checkCells(const Check &check, const Area &area) {
  Races races{};
  uint64_t at = check.address - check.origin;
  const uint64_t end = at + check.size;
  if (__warpsan_takes_shortcuts() && check.size == WordBytes && at % WordBytes == 0 &&
      startWord(check, area.word(at / WordBytes)))
    return;
  while (at < end) {
    const uint64_t word = at / WordBytes;
    const uint64_t wordEnd = (word + 1) * WordBytes;
    const uint64_t next = wordEnd < end ? wordEnd : end;
    if (next - at != WordBytes || !checkWord(check, races, area.word(word), at))
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

template <typename Area>
__device__ inline void forgetArea(uint32_t epoch, const Area &area, uint64_t from, uint64_t to) {
  for (uint64_t word = from / WordBytes; area.words && word * WordBytes < to; ++word)
    area.word(word).forget(epoch);
  for (uint64_t byte = from; area.bytes && byte < to; ++byte)
    area.byte(byte).forget(epoch);
}

/// malloc has given the bytes out, anew or for the first time. They start at a word
/// of the range. Most of them nobody has touched, and a store would cost more.
__device__ inline void forgetCells(const abi::LaunchRecord &launch, const abi::Range &range,
                                   uint64_t from, uint64_t to) {
  auto *bytes = pointer<Cell>(range.byteCells);
  if (range.cachedCells)
    forgetArea(launch.epoch, CachedArea{pointer<Cell>(range.cachedCells), bytes, range.size}, from,
               to);
  else
    forgetArea(launch.epoch, CellArea{pointer<Cell>(range.wordCells), bytes, range.size}, from, to);
}

/// Cuts the access to the area; what lies outside is not analysed.
template <typename Area>
__device__ inline void checkArea(Check &check, const Area &area, abi::Space space,
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

/// Out of the way of launches that have cells for all words.
__device__ __attribute__((noinline)) void checkCached(Check check, const abi::Range *range) {
  if (!range->cachedCells) {
    raise(*check.launch, check.me.site, abi::Reason::ShadowMemory);
    return;
  }
  checkArea(
      check,
      CachedArea{pointer<Cell>(range->cachedCells), pointer<Cell>(range->byteCells), range->size},
      abi::Space::Global, check.address - range->base);
}

/// `thread`: that of the context, which is not to be in memory for the sake of this.
__device__ inline void checkGlobal(uint64_t thread, Check &check) {
  const abi::LaunchRecord &launch = *check.launch;
  const abi::Range *range = trackedRange(check);
  if (!range)
    return;
  check.layout = launch.globalLayout;
  check.epoch = launch.epoch;
  check.me.thread = thread;
  if (!range->wordCells) {
    checkCached(check, range);
    return;
  }
  checkArea(check,
            CellArea{pointer<Cell>(range->wordCells), pointer<Cell>(range->byteCells), range->size},
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

/// The path of launches that have no room in shared memory stays out of the others' way.
__device__ __attribute__((noinline)) void checkSlot(Check check, uint32_t offset) {
  const abi::LaunchRecord &launch = *check.launch;
  if (offset >= sharedBytes(launch)) {
    raiseOutsideShared(check, offset);
    return;
  }
  if (!launch.slotCount) {
    raise(launch, check.me.site, abi::Reason::ShadowMemory);
    return;
  }
  const BlockSlot held = heldSlot(launch, blockInGrid());
  Cell *cells = pointer<Cell>(cellsOf(launch, held));
  const uint64_t words = launch.sharedWords;
  check.epoch = held.generation;
  checkArea(
      check,
      CellArea{cells, hasByteCells(launch, words) ? cells + words : nullptr, words * WordBytes},
      abi::Space::Shared, offset);
}

__device__ inline SharedArea sharedArea(const abi::LaunchRecord &launch) {
  SharedArea area{sharedCellBase(launch), launch.sharedFirst, sharedBytes(launch), false};
  area.withBytes = hasByteCells(launch, area.words());
  return area;
}

__device__ inline void checkShared(uint64_t thread, Check &check, uint32_t offset) {
  const abi::LaunchRecord &launch = *check.launch;
  check.layout = launch.sharedLayout;
  check.me.thread = thread & lowMask(check.layout.threadInBlock);
  if (!launch.sharedCells) {
    checkSlot(check, offset);
    return;
  }
  const SharedArea area = sharedArea(launch);
  if (offset - launch.sharedFirst >= area.size - launch.sharedFirst) {
    raiseOutsideShared(check, offset);
    return;
  }
  check.epoch = SharedEpoch;
  checkArea(check, area, abi::Space::Shared, offset);
}

} // namespace warpsan::device
