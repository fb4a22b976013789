//===- history.h - The accesses of one word, one by one --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that order memory by fences, flags, locks or barriers of a part of
// the block need more than the summary of a cell (core/shadow.h): whether an
// access came before another one is known only when all synchronisation of the
// launch is. So each word keeps the accesses that a later one may conflict
// with, with all their clocks; conflicts that barriers do not order are handed
// on, to be decided by order/ when the kernel is over.
//
// A pure function of memory and access, for device, host and tests.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/shadow.h"

namespace warpsan {

/// Of an access with class `column` and AccessFlags.
WARPSAN_HD constexpr AccessClass historyClass(AccessClass column, uint32_t flags) {
  if (column == AccessClass::Read && (flags & AccessPoll))
    return AccessClass::VolatilePoll;
  if (column == AccessClass::Write && (flags & AccessVolatile))
    return AccessClass::VolatileWrite;
  return column;
}

/// The column again.
WARPSAN_HD constexpr AccessClass columnOf(AccessClass usage) {
  if (usage == AccessClass::VolatilePoll)
    return AccessClass::Read;
  return usage == AccessClass::VolatileWrite ? AccessClass::Write : usage;
}

WARPSAN_HD constexpr bool writes(AccessClass usage) {
  return columnOf(usage) == AccessClass::Write || columnOf(usage) >= AccessClass::UpdateBlock;
}

WARPSAN_HD constexpr bool isPlain(AccessClass usage) { return usage <= AccessClass::Write; }

WARPSAN_HD constexpr bool isBlockScope(AccessClass usage) {
  return usage == AccessClass::LoadBlock || usage == AccessClass::UpdateBlock;
}

/// A volatile write is strong for polls only: what else reads it, or writes too, may
/// be a mistake, and report/ knows more of the two sites.
WARPSAN_HD constexpr bool isStrongFor(AccessClass usage, AccessClass other) {
  if (usage == AccessClass::VolatileWrite)
    return other == AccessClass::VolatilePoll;
  return !isPlain(usage);
}

/// Whether two unordered accesses of common bytes by different threads are a
/// race (PTX ISA 8.9.2): not if both are strong, of scopes that include each
/// other, and of the same bytes.
WARPSAN_HD constexpr bool conflict(AccessClass a, AccessClass b, bool sameBlock, bool sameBytes) {
  if (!writes(a) && !writes(b))
    return false;
  if (!isStrongFor(a, b) || !isStrongFor(b, a) || !sameBytes)
    return true;
  return !sameBlock && (isBlockScope(a) || isBlockScope(b));
}

/// Everything that conflicts with `b`, whoever does it, conflicts with `a` too.
WARPSAN_HD constexpr bool dominates(AccessClass a, AccessClass b) {
  for (unsigned i = 0; i < HistoryClassCount; ++i)
    for (unsigned sameBlock = 0; sameBlock < 2; ++sameBlock)
      if (conflict(b, AccessClass(i), sameBlock, true) && !conflict(a, AccessClass(i), true, true))
        return false;
  return true;
}

namespace detail {
/// Bit b of row a: a dominates b.
struct Dominance {
  uint8_t rows[HistoryClassCount] = {};
  constexpr Dominance() {
    for (unsigned a = 0; a < HistoryClassCount; ++a)
      for (unsigned b = 0; b < HistoryClassCount; ++b)
        if (dominates(AccessClass(a), AccessClass(b)))
          rows[a] = uint8_t(rows[a] | 1u << b);
  }
};
/// One word, since an array indexed at run time would be memory on a GPU.
constexpr uint64_t packDominance() {
  const Dominance table;
  uint64_t packed = 0;
  for (unsigned a = 0; a < HistoryClassCount; ++a)
    packed |= uint64_t(table.rows[a]) << (8 * a);
  return packed;
}
inline constexpr uint64_t DominanceBits = packDominance();
} // namespace detail

using abi::ThreadClocks;

/// An access as a history remembers it, or that of several threads in a row that
/// do the same at the same clocks.
struct Past {
  uint64_t thread; ///< as in CellLayout; the first of them
  uint32_t site;
  AccessClass usage;
  uint32_t bytes; ///< of the word: bit b for byte b
  ThreadClocks clocks;
  uint32_t more = 0; ///< threads of the block behind the first

  WARPSAN_HD constexpr uint64_t last() const { return thread + more; }
  WARPSAN_HD constexpr bool includes(uint64_t other) const {
    return other - thread <= more; // smaller ones wrap around
  }
};

//   who   63            28 27    20 19      0
//         |     thread    |  more  |  site  |
//   when  63   56   55   54   52 51   48 47     32 31    20 19     0
//         |epoch|spare| usage  | bytes | block    | warp   | sync   |
//
/// Spare bits: entry 0 the lock, entries 1 to 3 GivenUp.
struct Entry {
  uint64_t who;
  uint64_t when;
};

inline constexpr unsigned HistoryLength = 4;
inline constexpr unsigned HistorySiteBits = 20;
inline constexpr unsigned HistoryMoreBits = 8;
inline constexpr unsigned HistoryThreadBits = 36;
inline constexpr unsigned HistoryBlockBits = 16;
inline constexpr unsigned HistoryWarpBits = 12;
inline constexpr unsigned HistorySyncBits = 20;
inline constexpr uint64_t SpareBit = uint64_t(1) << 55;

struct History {
  Entry entries[HistoryLength];
};
static_assert(sizeof(History) == 64);

WARPSAN_HD constexpr bool clocksFit(const ThreadClocks &clocks) {
  return (clocks.block >> HistoryBlockBits | clocks.warp >> HistoryWarpBits |
          clocks.sync >> HistorySyncBits) == 0;
}

WARPSAN_HD constexpr Entry pack(const Past &past, uint32_t epoch) {
  return {past.thread << (HistoryMoreBits + HistorySiteBits) |
              uint64_t(past.more) << HistorySiteBits | past.site,
          uint64_t(epoch) << 56 | uint64_t(past.usage) << 52 | uint64_t(past.bytes) << 48 |
              uint64_t(past.clocks.block) << 32 | uint64_t(past.clocks.warp) << 20 |
              past.clocks.sync};
}

WARPSAN_HD constexpr Past unpack(const Entry &entry) {
  return {entry.who >> (HistoryMoreBits + HistorySiteBits),
          uint32_t(entry.who & lowMask(HistorySiteBits)),
          AccessClass(entry.when >> 52 & 7),
          uint32_t(entry.when >> 48 & 15),
          {uint32_t(entry.when >> 32 & lowMask(HistoryBlockBits)),
           uint32_t(entry.when >> 20 & lowMask(HistoryWarpBits)),
           uint32_t(entry.when & lowMask(HistorySyncBits))},
          uint32_t(entry.who >> HistorySiteBits & lowMask(HistoryMoreBits))};
}

WARPSAN_HD constexpr bool isOfEpoch(const Entry &entry, uint32_t epoch) {
  return entry.when >> 56 == epoch;
}

/// An entry without bytes is free; its spare bit still counts.
WARPSAN_HD constexpr bool isLive(const Entry &entry, uint32_t epoch) {
  return isOfEpoch(entry, epoch) && (entry.when >> 48 & 15);
}

WARPSAN_HD constexpr Entry freed(const Entry &entry) {
  return {entry.who, entry.when & ~(uint64_t(15) << 48)};
}

WARPSAN_HD constexpr bool spareBit(const Entry &entry, uint32_t epoch) {
  return isOfEpoch(entry, epoch) && (entry.when & SpareBit);
}

/// Entries that something was given up for are all of this epoch.
WARPSAN_HD constexpr void setSpareBit(Entry &entry, uint32_t epoch, bool value) {
  if (isOfEpoch(entry, epoch))
    entry.when = (entry.when & ~SpareBit) | (value ? SpareBit : 0);
}

/// What was given up of a word: hot counters and flags have millions of accesses that
/// do not conflict with each other.
enum class GivenUp : uint8_t {
  Nothing,
  Polls,       ///< of volatile words
  StrongLoads, ///< perhaps those, too
  StrongWords, ///< perhaps those, too; some that write
  Reads,       ///< others that do not write, perhaps loads and polls
  Anything,
};

WARPSAN_HD constexpr GivenUp both(GivenUp a, GivenUp b) {
  const GivenUp less = a < b ? a : b, more = a < b ? b : a;
  return less == GivenUp::StrongWords && more == GivenUp::Reads ? GivenUp::Anything : more;
}

WARPSAN_HD constexpr GivenUp givenUpBy(const Past &past) {
  const bool isWord = past.bytes == 15;
  if (isWord && past.usage == AccessClass::VolatilePoll)
    return GivenUp::Polls;
  if (isWord && past.usage == AccessClass::LoadDevice)
    return GivenUp::StrongLoads;
  if (isWord && past.usage == AccessClass::UpdateDevice)
    return GivenUp::StrongWords;
  return writes(past.usage) ? GivenUp::Anything : GivenUp::Reads;
}

/// Whether the access may conflict with some of them.
WARPSAN_HD constexpr bool mayConflict(const Past &me, GivenUp givenUp) {
  switch (givenUpBy(me)) {
  case GivenUp::Nothing:
  case GivenUp::Polls:
  case GivenUp::StrongLoads:
    return givenUp == GivenUp::Anything;
  case GivenUp::StrongWords:
    return givenUp >= GivenUp::Reads;
  case GivenUp::Reads:
    return givenUp == GivenUp::StrongWords || givenUp == GivenUp::Anything;
  case GivenUp::Anything:
    break;
  }
  const bool meansPolls = me.usage == AccessClass::VolatileWrite && me.bytes == 15;
  return givenUp > (meansPolls ? GivenUp::Polls : GivenUp::Nothing);
}

WARPSAN_HD constexpr GivenUp givenUpOf(const History &history, uint32_t epoch) {
  unsigned bits = 0;
  for (unsigned i = 1; i < HistoryLength; ++i)
    bits |= unsigned(spareBit(history.entries[i], epoch)) << (i - 1);
  return GivenUp(bits);
}

WARPSAN_HD constexpr void setGivenUp(History &history, uint32_t epoch, GivenUp givenUp) {
  for (unsigned i = 1; i < HistoryLength; ++i)
    setSpareBit(history.entries[i], epoch, unsigned(givenUp) >> (i - 1) & 1);
}

WARPSAN_HD constexpr bool sameClocks(const ThreadClocks &a, const ThreadClocks &b) {
  return a.block == b.block && a.warp == b.warp && a.sync == b.sync;
}

/// Order by program and by full barriers of all that `earlier` stands for, which
/// came first, before the one thread of `later`.
WARPSAN_HD constexpr bool isOrdered(const Past &earlier, const Past &later,
                                    unsigned threadInBlockBits) {
  if (earlier.thread == later.thread && earlier.more == 0)
    return true;
  const uint64_t differ = earlier.thread ^ later.thread;
  if (differ >> threadInBlockBits)
    return false;
  if (later.clocks.block > earlier.clocks.block)
    return true;
  const bool sameWarp = ((differ | (earlier.last() ^ later.thread)) >> 5) == 0;
  return sameWarp && later.clocks.block == earlier.clocks.block &&
         later.clocks.warp > earlier.clocks.warp;
}

/// `a` can stand for `b` in all that comes.
WARPSAN_HD constexpr bool replaces(const Past &a, const Past &b) {
  const bool covers = a.bytes == b.bytes || ((a.bytes & b.bytes) == b.bytes && isPlain(a.usage));
  return covers && (detail::DominanceBits >> (8 * unsigned(a.usage) + unsigned(b.usage)) & 1);
}

/// An access equal to this one, or stronger, has been told already.
WARPSAN_HD bool isKnown(const History &history, const Past &me, uint32_t epoch) {
  bool known = false;
  for (unsigned i = 0; i < HistoryLength; ++i) {
    const Past past = unpack(history.entries[i]);
    known |= isLive(history.entries[i], epoch) && past.includes(me.thread) &&
             sameClocks(past.clocks, me.clocks) && replaces(past, me);
  }
  return known;
}

/// The entry less the first or the last of its threads, if that is `thread`.
WARPSAN_HD constexpr Entry without(const Entry &entry, const Past &past, uint64_t thread) {
  const uint64_t one = uint64_t(1) << HistorySiteBits;
  if (thread == past.thread)
    return {entry.who + (one << HistoryMoreBits) - one, entry.when};
  return thread == past.last() ? Entry{entry.who - one, entry.when} : entry;
}

/// Whether `me` does what the entry's threads do, next to them.
WARPSAN_HD constexpr bool joins(const Past &past, const Past &me, unsigned threadInBlockBits) {
  const bool isNext = me.thread == past.last() + 1 || me.thread + 1 == past.thread;
  return isNext && (past.thread ^ me.thread) >> threadInBlockBits == 0 &&
         past.more < lowMask(HistoryMoreBits) && sameClocks(past.clocks, me.clocks) &&
         past.site == me.site && past.usage == me.usage && past.bytes == me.bytes &&
         !conflict(past.usage, me.usage, true, true);
}

/// Adds the thread to an entry it joins; false if there is none.
WARPSAN_HD bool join(History &history, const Past &me, uint32_t epoch, unsigned threadInBlockBits) {
  bool joined = false;
  for (unsigned i = 0; i < HistoryLength; ++i) {
    Entry &entry = history.entries[i];
    Past past = unpack(entry);
    if (joined || !isLive(entry, epoch) || !joins(past, me, threadInBlockBits))
      continue;
    past.thread = past.thread < me.thread ? past.thread : me.thread;
    ++past.more;
    entry.who = pack(past, epoch).who;
    joined = true;
  }
  return joined;
}

/// Tells of conflicts and frees what `me` stands for from now on.
template <typename Sink>
WARPSAN_HD void meet(Entry &entry, const Past &me, unsigned threadInBlockBits, Sink &sink) {
  const Past past = unpack(entry);
  const bool sameBlock = (past.thread ^ me.thread) >> threadInBlockBits == 0;
  bool before = isOrdered(past, me, threadInBlockBits);
  if (!before && (past.bytes & me.bytes) &&
      conflict(past.usage, me.usage, sameBlock, past.bytes == me.bytes)) {
    sink.conflict(past);
    before = true;
  }
  if (!replaces(me, past))
    return;
  if (before)
    entry = freed(entry);
  else if (past.includes(me.thread))
    entry = without(entry, past, me.thread);
}

/// A word of shared memory starts afresh behind each barrier of its block: that
/// orders all that came before with all that comes, given up or not. The latest
/// access is always in its entry, and nobody's clock is ahead of it.
WARPSAN_HD void startInterval(History &history, const Past &me, uint32_t epoch) {
  bool isBehind = true;
  for (unsigned i = 0; i < HistoryLength; ++i)
    isBehind &= !isLive(history.entries[i], epoch) ||
                unpack(history.entries[i]).clocks.block < me.clocks.block;
  if (!isBehind)
    return;
  setGivenUp(history, epoch, GivenUp::Nothing);
  for (Entry &entry : history.entries)
    entry = freed(entry);
}

/// Index of an entry to overwrite: a free one, else one that only read.
WARPSAN_HD unsigned choosePlace(const History &history, uint32_t epoch) {
  unsigned place = HistoryLength - 1;
  for (unsigned i = 0; i < HistoryLength; ++i)
    if (!writes(unpack(history.entries[i]).usage))
      place = i;
  for (unsigned i = 0; i < HistoryLength; ++i)
    if (!isLive(history.entries[i], epoch))
      place = i;
  return place;
}

/// One access of one word. What the sink is told: `conflict(Past)`: with an
/// access that no full barrier orders before this one; `giveUp(Past)`: no room
/// for it any more; `askGivenUp()`: some of those may conflict with this
/// access. After a conflict the earlier access counts as ordered: it is, or
/// the race is known.
template <typename Sink>
WARPSAN_HD void observe(History &history, const Past &me, uint32_t epoch,
                        unsigned threadInBlockBits, bool isShared, Sink &sink) {
  if (isKnown(history, me, epoch))
    return;
  if (isShared)
    startInterval(history, me, epoch);
  GivenUp givenUp = givenUpOf(history, epoch);
  if (mayConflict(me, givenUp))
    sink.askGivenUp();
  for (unsigned i = 0; i < HistoryLength; ++i)
    if (isLive(history.entries[i], epoch))
      meet(history.entries[i], me, threadInBlockBits, sink);
  const bool joined = join(history, me, epoch, threadInBlockBits);
  const unsigned place = choosePlace(history, epoch);
  for (unsigned i = 0; i < HistoryLength; ++i) {
    Entry &entry = history.entries[i];
    if (joined || i != place)
      continue;
    if (isLive(entry, epoch)) {
      const Past victim = unpack(entry);
      sink.giveUp(victim);
      givenUp = both(givenUp, givenUpBy(victim));
    }
    entry = pack(me, epoch);
  }
  setGivenUp(history, epoch, givenUp);
}

} // namespace warpsan
