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

namespace warpsan::device {

inline constexpr unsigned WordBytes = 4;

/// A cell was taken from another word. The first time in a kernel is also noted
/// where it survives the device.
__device__ inline void countMiss(const abi::LaunchRecord &launch) {
  if (addRelaxed(pointer<uint64_t>(launch.cacheMisses), uint64_t(1)) == 0)
    raiseIn(pointer<uint32_t>(launch.kernelFlags), abi::Reason::CacheMiss);
}

/// The cell of a word or byte: its own, or one that 16 words share.
struct CellPlace {
  Cell *cell;
  bool isShared;
  unsigned tag; ///< of shared ones

  __device__ bool isOther(const Check &check, Cell old) const {
    return isShared && epochOf(old) == check.epoch && tagOf(old) != tag;
  }
  /// What the cell says of this word: nothing if it is another one's.
  __device__ Cell seen(const Check &check, Cell old) const { return isOther(check, old) ? 0 : old; }
  __device__ bool replace(const Check &check, Cell &old, Cell next) const {
    const Cell mine = isShared ? withTag(next, tag) : next;
    const bool evicts = isOther(check, old);
    if (mine != old && !replaceRelaxed(cell, old, mine))
      return false;
    if (evicts)
      countMiss(*check.launch);
    return true;
  }
  /// If another word takes it meanwhile, nothing is left to forget.
  __device__ void forget(uint32_t epoch) const {
    Cell old = loadRelaxed(cell);
    if (epochOf(old) != epoch)
      return;
    if (!isShared)
      storeRelaxed(cell, Cell(0));
    else if (tagOf(old) == tag)
      replaceRelaxed(cell, old, Cell(0));
  }
};

/// Cells of one tracked range or of one block's shared memory.
struct CellArea {
  Cell *words;
  Cell *bytes;   ///< null: no byte cells
  uint64_t size; ///< bytes covered
  bool isCached; ///< 16 words share a cell, and four of bytes

  __device__ CachePlace place(uint64_t number) const {
    return placeInCache(number, (size + WordBytes - 1) / WordBytes);
  }
  __device__ CellPlace word(uint64_t number) const {
    if (!isCached)
      return {words + number, false, 0};
    const CachePlace at = place(number);
    return {words + at.index, true, at.tag};
  }
  __device__ CellPlace byte(uint64_t offset) const {
    if (!isCached)
      return {bytes + offset, false, 0};
    const CachePlace at = place(offset / WordBytes);
    return {bytes + at.index * WordBytes + offset % WordBytes, true, at.tag};
  }
};

/// Cells of a range; `words` is null if it has none.
__device__ inline CellArea areaOf(const abi::Range &range) {
  const bool isCached = range.cachedCells != 0;
  return {pointer<Cell>(isCached ? range.cachedCells : range.wordCells),
          pointer<Cell>(range.byteCells), range.size, isCached};
}

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

/// Whether shortcuts pay that make the code of a check longer: on the CPU
/// target, not where registers are few.
extern "C" __device__ __attribute__((weak)) bool __warpsan_takes_shortcuts() { return false; }

/// The commonest access: a whole word whose cell nobody has touched in this epoch.
__device__ inline bool startWord(const Check &check, Cell *cell) {
  Cell old = loadRelaxed(cell);
  return epochOf(old) != check.epoch &&
         replaceRelaxed(cell, old, firstCell(check.layout, check.epoch, check.me, check.kind));
}

/// One whole word with a cell of its own. False, and nothing changed, when there is
/// more to do: a race to be recorded, or a frozen cell.
__device__ inline bool passWord(const Check &check, Cell *cell) {
  Cell old = loadRelaxed(cell);
  for (;;) {
    if (isFrozen(check, old))
      return false;
    const Step taken = step(check.layout, check.epoch, old, check.me, check.kind);
    if (taken.verdict.race)
      return false;
    if (taken.next == old || replaceRelaxed(cell, old, taken.next))
      return true;
  }
}

/// A clock too large for the cell would read as an older one.
__device__ inline bool clocksFit(const CellLayout &layout, const Accessor &me) {
  return (uint64_t(me.blockClock) >> layout.blockClock |
          uint64_t(me.warpClock) >> layout.warpClock |
          uint64_t(me.groupClock) >> layout.groupClock) == 0;
}

/// What nearly every access is: whole words with cells of their own and no race. This
/// is the code that twins inline. False: the access is to be checked again from its
/// start, by the code that knows all cases. It is the same access, so the words that
/// have seen it once learn nothing from it.
__device__ inline bool passWords(const Check &check, Cell *words, uint64_t size, uint64_t offset) {
  if ((offset | check.size) % WordBytes || check.size > size - offset ||
      !clocksFit(check.layout, check.me))
    return false;
  Cell *cell = words + offset / WordBytes;
  if (__warpsan_takes_shortcuts() && check.size == WordBytes && startWord(check, cell))
    return true;
  for (const Cell *end = cell + check.size / WordBytes; cell != end; ++cell)
    if (!passWord(check, cell))
      return false;
  return true;
}

/// Goes over the cells of an access: one for each word, and, where the access or an
/// earlier one is of a part of the word, those of its bytes too.
class CellWalk {
public:
  __device__ CellWalk(const Check &walker, const CellArea &cells)
      : check(walker), area(cells), at(walker.address - walker.origin), end(at + walker.size) {}

  /// All cells step; the first race is kept, because one access to several racing
  /// words is one mistake.
  __device__ Races run() {
    while (at < end)
      visit();
    return races;
  }

private:
  __device__ uint64_t wordEnd() const {
    const uint64_t next = (at / WordBytes + 1) * WordBytes;
    return next < end ? next : end;
  }
  __device__ void visit();
  __device__ void leave(bool wasFrozen, uint64_t next);

  const Check &check;
  const CellArea &area;
  uint64_t at, end;
  bool inBytes = false;
  Races races{};
};

/// The word of a part is frozen first. A cell of another epoch becomes an empty one of
/// this epoch: state 0, no payload.
__device__ inline Cell frozenForm(const Check &check, Cell seen) {
  return (epochOf(seen) == check.epoch ? seen : Cell(check.epoch) << EpochShift) | SplitFlag;
}

__device__ inline void CellWalk::visit() {
  const uint64_t next = wordEnd();
  const bool isPart = !inBytes && next - at != WordBytes;
  if (isPart && !area.bytes) {
    raise(*check.launch, check.me.site, abi::Reason::NoByteCells);
    at = next;
    return;
  }
  const CellPlace place = inBytes ? area.byte(at) : area.word(at / WordBytes);
  Cell old = loadRelaxed(place.cell);
  for (;;) {
    const Cell seen = place.seen(check, old);
    const bool isFrozenWord = !inBytes && isFrozen(check, seen);
    if (isPart && !isFrozenWord) {
      place.replace(check, old, frozenForm(check, seen));
      old = loadRelaxed(place.cell);
      continue;
    }
    const Step taken = step(check.layout, check.epoch, seen, check.me, check.kind);
    if (!isFrozenWord && !place.replace(check, old, taken.next))
      continue;
    note(check, races, taken.verdict, at);
    return leave(isFrozenWord, next);
  }
}

/// Behind a frozen word come its bytes.
__device__ inline void CellWalk::leave(bool wasFrozen, uint64_t next) {
  if (inBytes)
    inBytes = ++at % WordBytes != 0;
  else if (wasFrozen)
    inBytes = true;
  else
    at = next;
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

__device__ inline void forgetArea(uint32_t epoch, const CellArea &area, uint64_t from,
                                  uint64_t to) {
  for (uint64_t word = from / WordBytes; area.words && word * WordBytes < to; ++word)
    area.word(word).forget(epoch);
  for (uint64_t byte = from; area.bytes && byte < to; ++byte)
    area.byte(byte).forget(epoch);
}

/// malloc has given the bytes out, anew or for the first time. They start at a word
/// of the range. Most of them nobody has touched, and a store would cost more.
__device__ inline void forgetCells(const abi::LaunchRecord &launch, const abi::Range &range,
                                   uint64_t from, uint64_t to) {
  forgetArea(launch.epoch, areaOf(range), from, to);
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

/// What the accesses of a thread need of its context, which is not to be in
/// memory for their sake.
struct Observer {
  uint64_t thread;
  uint64_t sharedCells;
  uint32_t sharedEpoch;
};

__device__ inline void useGlobalCells(const abi::LaunchRecord &launch, Check &check,
                                      uint64_t thread) {
  check.layout = launch.globalLayout;
  check.epoch = launch.epoch;
  check.me.thread = thread;
}

/// As passWords.
__device__ inline bool passGlobal(const ThreadContext &context, Check &check) {
  const abi::LaunchRecord &launch = *context.launch;
  const abi::Range *range = findRange(launch, check.address);
  if (!range || isFree(check))
    return false;
  if (range->wordCells == abi::ConstantCells)
    return true;
  useGlobalCells(launch, check, context.thread);
  return range->wordCells && passWords(check, pointer<Cell>(range->wordCells), range->size,
                                       check.address - range->base);
}

/// Where an access is in the cells that it is checked against.
struct CellSpan {
  CellArea area; ///< `words` is null if there is nothing to be done
  uint64_t offset;
};

__device__ inline CellSpan findGlobal(const Observer &observer, Check &check) {
  const abi::Range *range = trackedRange(check);
  if (!range)
    return {};
  check.space = abi::Space::Global;
  useGlobalCells(*check.launch, check, observer.thread);
  const CellSpan span{areaOf(*range), check.address - range->base};
  if (!span.area.words)
    raise(*check.launch, check.me.site, abi::Reason::ShadowMemory);
  return span;
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
__device__ inline CellArea sharedArea(const abi::LaunchRecord &launch, uint64_t sharedCells) {
  const uint64_t words = launch.sharedWords;
  Cell *cells = pointer<Cell>(sharedCells);
  const bool hasBytes = launch.slotStride >= words * (1 + WordBytes) * sizeof(Cell);
  return {cells, hasBytes ? cells + words : nullptr, words * WordBytes, false};
}

__device__ inline void useSharedCells(const abi::LaunchRecord &launch, Check &check,
                                      uint64_t thread, uint32_t epoch) {
  check.layout = launch.sharedLayout;
  check.epoch = epoch;
  check.me.thread = thread & lowMask(check.layout.threadInBlock);
}

/// As passWords.
__device__ inline bool passShared(const ThreadContext &context, Check &check, uint32_t offset) {
  const abi::LaunchRecord &launch = *context.launch;
  const uint64_t size = sharedBytes(launch);
  if (offset >= size || !context.sharedCells)
    return false;
  useSharedCells(launch, check, context.thread, context.sharedEpoch);
  return passWords(check, pointer<Cell>(context.sharedCells), size, offset);
}

__device__ inline CellSpan findShared(const Observer &observer, Check &check, uint32_t offset) {
  const abi::LaunchRecord &launch = *check.launch;
  check.space = abi::Space::Shared;
  if (offset >= sharedBytes(launch)) {
    raiseOutsideShared(check, offset);
    return {};
  }
  if (!observer.sharedCells) {
    raise(launch, check.me.site, abi::Reason::ShadowMemory);
    return {};
  }
  useSharedCells(launch, check, observer.thread, observer.sharedEpoch);
  return {sharedArea(launch, observer.sharedCells), offset};
}

/// Cuts the access to the area; what lies outside is not analysed.
__device__ inline void checkCells(Check &check, const CellSpan &span) {
  if (!span.area.words)
    return;
  if (!clocksFit(check.layout, check.me))
    return raise(*check.launch, check.me.site, abi::Reason::ClockExhausted);
  check.origin = check.address - span.offset;
  if (check.size > span.area.size - span.offset) {
    raiseUntracked(check, span.area.size);
    check.size = span.area.size - span.offset;
  }
  const Races races = CellWalk(check, span.area).run();
  if (races.any)
    recordRace(check, races.first);
}

} // namespace warpsan::device
