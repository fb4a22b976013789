//===- device_order.cuh - Launches whose order is decided afterwards -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each word has a history (core/history.h) under a lock of its own. Conflicts
// that no full barrier orders, and everything that may order them, are logged
// with the clocks of their threads; order/ decides on the host.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/history.h"
#include "rt/device_shadow.cuh"

namespace warpsan::device {

__device__ inline abi::OrderLog &orderLog(const abi::LaunchRecord &launch) {
  return *pointer<abi::OrderLog>(launch.orderLog);
}

/// A row of a log to write, or null: the count then says that it was lost.
template <typename Row>
__device__ inline Row *nextRow(uint64_t rows, uint64_t capacity, uint64_t *count) {
  const uint64_t at = addRelaxed(count, uint64_t(1));
  return at < capacity ? pointer<Row>(rows) + at : nullptr;
}

/// block << 32 | thread in block
__device__ inline uint64_t gridPosition(uint64_t thread, unsigned threadInBlockBits) {
  return thread >> threadInBlockBits << 32 | (thread & lowMask(threadInBlockBits));
}

// What only such launches do is a call, even in code that is inlined otherwise: inlined
// it takes long to compile and seldom runs. The calls take the address of the context,
// which then is in memory; twins that cannot run so have none of them.

/// Whether the code that asks may run with LaunchOrdered: the pass answers for each twin.
extern "C" __device__ __attribute__((const)) bool __warpsan_may_order();

__device__ inline bool isOrdered(const ThreadContext &context) {
  return __warpsan_may_order() && context.launch->flags & abi::LaunchOrdered;
}

//===--- Accesses ----------------------------------------------------------===//

/// What an access of one word leads to, written to the log.
class ConflictLog {
public:
  __device__ ConflictLog(const Check &logged, const Past &access, uint64_t wordOffset,
                         uint64_t sharedBlock)
      : check(logged), me(access), offset(wordOffset), block(sharedBlock) {}

  __device__ void conflict(const Past &past) const { write(abi::ConflictKind::Pair, past); }
  __device__ void giveUp(const Past &past) const;
  __device__ void askGivenUp() const { write(abi::ConflictKind::AskGivenUp, me); }

private:
  /// Cells of shared memory know threads of their block only.
  __device__ uint64_t position(const Past &past) const {
    return block | gridPosition(past.thread, check.layout.threadInBlock);
  }
  /// Offset in the allocation's space.
  __device__ uint64_t place() const {
    return (check.space == abi::Space::Shared ? 0 : check.origin) + offset;
  }
  /// The word's name in the log.
  __device__ uint64_t word() const {
    return check.space == abi::Space::Shared ? abi::sharedLocation(block >> 32, uint32_t(place()))
                                             : place();
  }
  __device__ void write(abi::ConflictKind kind, const Past &past) const;

  const Check &check;
  const Past &me;
  uint64_t offset; ///< of the word, from Check::origin
  uint64_t block;  ///< block << 32 for shared memory, else 0
};

__device__ inline uint32_t siteInModule(const abi::LaunchRecord &launch, const Past &past) {
  return past.site + launch.siteBase;
}

__device__ inline void ConflictLog::write(abi::ConflictKind kind, const Past &past) const {
  const abi::LaunchRecord &launch = *check.launch;
  count(launch, abi::Counter::Conflicts);
  abi::OrderLog &log = orderLog(launch);
  auto *row = nextRow<abi::Conflict>(log.conflicts, log.conflictCapacity, &log.conflictCount);
  if (!row)
    return;
  row->word = word();
  row->address = place();
  row->thread = position(me);
  row->previousThread = position(past);
  row->moment = loadRelaxed(&log.eventCount);
  row->launch = launch.launch;
  row->module = launch.module;
  row->kernel = launch.kernel;
  row->site = siteInModule(launch, me);
  row->previousSite = siteInModule(launch, past);
  row->size = uint32_t(check.size);
  row->clocks = me.clocks;
  row->previousClocks = past.clocks;
  row->space = uint8_t(check.space);
  row->usage = uint8_t(columnOf(me.usage));
  row->previousUsage = uint8_t(columnOf(past.usage));
  row->bytes = uint8_t(me.bytes);
  row->previousBytes = uint8_t(past.bytes);
  row->kind = uint8_t(kind);
  row->flags = kind == abi::ConflictKind::Pair && storesSameValue(check) ? abi::RaceSameValue : 0;
  row->previousMore = uint8_t(past.more);
}

__device__ inline void ConflictLog::giveUp(const Past &past) const {
  const abi::LaunchRecord &launch = *check.launch;
  abi::OrderLog &log = orderLog(launch);
  auto *row = nextRow<abi::OrderEvent>(log.events, log.eventCapacity, &log.eventCount);
  if (!row)
    return;
  row->thread = position(past);
  row->location = word();
  row->launch = launch.launch;
  row->ticket = siteInModule(launch, past);
  row->clocks = past.clocks;
  row->kind = uint8_t(abi::SyncKind::GivenUp);
  row->scope = uint8_t(columnOf(past.usage));
  row->flags = uint8_t(past.bytes);
  row->more = uint8_t(past.more);
}

/// The spare bit of the first entry locks the word. Nothing waits while it
/// holds a lock, so independent thread scheduling lets every lane through.
__device__ inline bool lockHistory(History &history) {
  uint64_t free = loadRelaxed(&history.entries[0].when) & ~SpareBit;
  return replaceAcquire(&history.entries[0].when, free, free | SpareBit);
}

__device__ inline History readHistory(const History &history) {
  History copy;
  for (unsigned i = 0; i < HistoryLength; ++i)
    copy.entries[i] = {loadRelaxed(&history.entries[i].who), loadRelaxed(&history.entries[i].when)};
  copy.entries[0].when &= ~SpareBit;
  return copy;
}

/// The first entry goes last: its store unlocks.
__device__ inline void writeHistory(History &history, const History &old, const History &changed) {
  for (unsigned i = HistoryLength; i-- > 0;) {
    if (changed.entries[i].who != old.entries[i].who)
      storeRelaxed(&history.entries[i].who, changed.entries[i].who);
    if (i != 0 && changed.entries[i].when != old.entries[i].when)
      storeRelaxed(&history.entries[i].when, changed.entries[i].when);
  }
  storeRelease(&history.entries[0].when, changed.entries[0].when);
}

__device__ inline void observeWord(const Check &check, History &history, const Past &me,
                                   const ConflictLog &log) {
  count(*check.launch, abi::Counter::HistoryWords);
  while (!lockHistory(history)) {
    count(*check.launch, abi::Counter::Retries);
    __nvvm_nanosleep(20);
  }
  const History old = readHistory(history);
  History changed = old;
  observe(changed, me, check.epoch, check.layout.threadInBlock, check.space == abi::Space::Shared,
          log);
  writeHistory(history, old, changed);
}

/// The word's memory was given out anew: what was given up before is no access of
/// this memory any more.
__device__ inline void logRenewal(const abi::LaunchRecord &launch, uint64_t word) {
  abi::OrderLog &log = orderLog(launch);
  auto *row = nextRow<abi::OrderEvent>(log.events, log.eventCapacity, &log.eventCount);
  if (!row)
    return;
  *row = {};
  row->location = word;
  row->launch = launch.launch;
  row->kind = uint8_t(abi::SyncKind::GivenUp);
}

/// Nobody has accessed the word in this launch.
__device__ inline bool isEmpty(const History &history, uint32_t epoch) {
  for (const Entry &entry : history.entries)
    if (isOfEpoch({0, loadRelaxed(&entry.when)}, epoch))
      return false;
  return true;
}

__device__ inline void forgetHistory(const abi::LaunchRecord &launch, History &history,
                                     uint64_t word) {
  if (isEmpty(history, launch.epoch))
    return;
  while (!lockHistory(history))
    __nvvm_nanosleep(20);
  const History old = readHistory(history);
  if (givenUpOf(old, launch.epoch) != GivenUp::Nothing)
    logRenewal(launch, word);
  writeHistory(history, old, History{});
}

/// As forgetCells.
__device__ inline void forgetHistories(const abi::LaunchRecord &launch, const abi::Range &range,
                                       uint64_t from, uint64_t to) {
  for (uint64_t word = from / WordBytes; range.histories && word * WordBytes < to; ++word)
    forgetHistory(launch, pointer<History>(range.histories)[word], range.base + word * WordBytes);
}

/// All words of the access; `histories` are those of an area of `size` bytes.
__device__ inline void observeArea(const Check &check, History *histories, uint64_t block) {
  const uint64_t begin = check.address - check.origin;
  const uint64_t end = begin + check.size;
  for (uint64_t word = begin / WordBytes; word * WordBytes < end; ++word) {
    const uint64_t start = word * WordBytes;
    const uint64_t from = begin > start ? begin - start : 0;
    const uint64_t to = end - start < WordBytes ? end - start : WordBytes;
    const auto bytes = uint32_t(lowMask(unsigned(to)) & ~lowMask(unsigned(from)));
    const Past me{check.me.thread,
                  check.me.site,
                  historyClass(check.kind, check.flags),
                  bytes,
                  {check.me.blockClock, check.me.warpClock, check.syncClock}};
    observeWord(check, histories[word], me, ConflictLog(check, me, start, block));
  }
}

__device__ inline bool fitsHistory(const Check &check) {
  const ThreadClocks clocks{check.me.blockClock, check.me.warpClock, check.syncClock};
  return warpsan::clocksFit(clocks) && check.me.thread >> HistoryThreadBits == 0 &&
         check.me.site >> HistorySiteBits == 0;
}

/// The part of the access inside the area; the rest is not analysed.
__device__ inline void observeInside(Check &check, History *histories, uint64_t size,
                                     uint64_t offset, uint64_t block) {
  if (!fitsHistory(check))
    return raise(*check.launch, check.me.site, abi::Reason::ClockExhausted);
  check.origin = check.address - offset;
  if (check.size > size - offset) {
    raiseUntracked(check, size);
    check.size = size - offset;
  }
  observeArea(check, histories, block);
}

__device__ inline void observeGlobal(uint64_t thread, Check &check) {
  const abi::LaunchRecord &launch = *check.launch;
  const abi::Range *range = trackedRange(check);
  if (!range)
    return;
  if (!range->histories)
    return raise(launch, check.me.site, abi::Reason::ShadowMemory);
  check.layout = launch.globalLayout;
  check.epoch = launch.epoch;
  check.me.thread = thread;
  check.space = abi::Space::Global;
  observeInside(check, pointer<History>(range->histories), range->size, check.address - range->base,
                0);
}

__device__ inline void observeShared(uint64_t thread, Check &check, uint32_t offset) {
  const abi::LaunchRecord &launch = *check.launch;
  const uint64_t size = sharedBytes(launch);
  if (offset >= size)
    return raiseOutsideShared(check, offset);
  if (!launch.slotCount)
    return raise(launch, check.me.site, abi::Reason::ShadowMemory);
  const uint64_t block = blockInGrid();
  const BlockSlot held = heldSlot(launch, block);
  check.layout = launch.sharedLayout;
  check.epoch = held.generation;
  check.me.thread = thread & lowMask(check.layout.threadInBlock);
  check.space = abi::Space::Shared;
  observeInside(check, pointer<History>(cellsOf(launch, held)), size, offset, block << 32);
}

//===--- Synchronisation ---------------------------------------------------===//

__device__ inline abi::OrderEvent makeEvent(abi::SyncKind kind, uint64_t location, uint32_t ticket,
                                            uint32_t scope = 0, uint32_t flags = 0) {
  abi::OrderEvent event{};
  event.kind = uint8_t(kind);
  event.location = location;
  event.ticket = ticket;
  event.scope = uint8_t(scope);
  event.flags = uint8_t(flags);
  return event;
}

/// `number`: where the event stands among those of the thread. It tells a read before
/// from one behind it, also where no access is checked between.
__device__ inline abi::OrderEvent *writeEvent(ThreadContext &context, const abi::OrderEvent &event,
                                              uint32_t number) {
  const abi::LaunchRecord &launch = *context.launch;
  context.lastReadRow = nullptr;
  abi::OrderLog &log = orderLog(launch);
  auto *row = nextRow<abi::OrderEvent>(log.events, log.eventCapacity, &log.eventCount);
  if (!row)
    return nullptr;
  *row = event;
  row->thread = gridPosition(context.thread, launch.globalLayout.threadInBlock);
  row->launch = launch.launch;
  row->clocks = {context.blockClock, context.warpClock, number};
  return row;
}

/// The thread's order changed: what it did last may not stand for what comes.
__device__ inline void forgetRepeats(ThreadContext &context) {
  context.lastStrong = 0;
  context.lastReadRow = nullptr;
}

/// A fence matters if a read that was logged came before it, or a write, an
/// arrival or a barrier comes behind it. Most never do.
__device__ inline void logPendingFence(ThreadContext &context) {
  if (!context.pendingFence)
    return;
  writeEvent(context,
             makeEvent(abi::SyncKind::Fence, 0, 0, context.pendingScope, context.pendingFlags),
             context.pendingFence);
  context.pendingFence = 0;
}

__device__ __attribute__((noinline)) void passFence(ThreadContext &context, uint32_t scope,
                                                    uint32_t flags) {
  const bool isWider =
      scope >= context.pendingScope && (flags & context.pendingFlags) == context.pendingFlags;
  if (!isWider)
    logPendingFence(context);
  forgetRepeats(context);
  context.hasFence = 1;
  context.pendingFence = ++context.syncClock;
  context.pendingScope = scope;
  context.pendingFlags = flags;
  if (!context.unfencedRead)
    return;
  logPendingFence(context);
  context.unfencedRead = scope < uint32_t(abi::Scope::Device);
}

__device__ inline void logEvent(ThreadContext &context, const abi::OrderEvent &event) {
  logPendingFence(context);
  forgetRepeats(context);
  writeEvent(context, event, ++context.syncClock);
}

__device__ inline void logWrite(ThreadContext &context, uint64_t location, uint32_t ticket,
                                uint32_t scope, uint32_t flags) {
  logEvent(context, makeEvent(abi::SyncKind::Write, location, ticket, scope, flags));
}

/// A thread that spins sees ever newer tickets: its one row is brought up to date
/// as long as nothing can tell the reads apart.
__device__ inline void logRead(ThreadContext &context, uint64_t location, uint32_t ticket,
                               uint32_t scope, uint32_t flags) {
  const uint32_t how = flags << 8 | scope;
  const bool isSame = context.lastRead == location && context.lastReadFlags == how;
  if (isSame && context.lastTicket == ticket)
    return;
  context.lastTicket = ticket;
  if (isSame && context.lastReadRow) {
    context.lastReadRow->ticket = ticket;
    return;
  }
  context.lastRead = location;
  context.lastReadFlags = how;
  context.unfencedRead = 1;
  context.lastReadRow = writeEvent(
      context, makeEvent(abi::SyncKind::Read, location, ticket, scope, flags), ++context.syncClock);
}

inline constexpr uint32_t MaxTicketProbes = 256;

/// Entry of the location; null if it has none or, with `make`, no room.
__device__ inline abi::TicketEntry *findTicket(abi::OrderLog &log, uint64_t location, bool make) {
  const uint64_t mask = log.ticketCapacity - 1;
  const uint64_t hash = mix(0, location);
  for (uint32_t probe = 0; probe < MaxTicketProbes && probe <= mask; ++probe) {
    abi::TicketEntry &entry = pointer<abi::TicketEntry>(log.tickets)[(hash + probe) & mask];
    uint64_t held = loadRelaxed(&entry.location);
    if (held == 0 && !make)
      return nullptr;
    if (held == location || (held == 0 && replaceRelaxed(&entry.location, held, location)) ||
        held == location)
      return &entry;
  }
  if (make)
    addRelaxed(&log.lostTickets, uint64_t(1));
  return nullptr;
}

/// Numbers from 1.
__device__ inline uint32_t takeTicket(abi::OrderLog &log, uint64_t location) {
  abi::TicketEntry *entry = findTicket(log, location, true);
  return entry ? uint32_t(addRelaxed(&entry->count, uint64_t(1))) + 1 : 0;
}

__device__ inline uint32_t readTicket(abi::OrderLog &log, uint64_t location) {
  abi::TicketEntry *entry = findTicket(log, location, false);
  return entry ? uint32_t(loadRelaxed(&entry->count)) : 0;
}

/// Counts in one of the `threads` that complete this generation of the barrier;
/// the next one may have another number. Generations count from 1.
__device__ inline uint32_t countArrival(abi::TicketEntry &entry, uint32_t threads) {
  uint64_t old = loadRelaxed(&entry.count);
  for (;;) {
    const uint64_t generation = old >> 32;
    const uint64_t arrived = uint32_t(old) + 1;
    const uint64_t next = arrived < threads ? old + 1 : (generation + 1) << 32;
    if (replaceRelaxed(&entry.count, old, next))
      return uint32_t(generation) + 1;
  }
}

__device__ __attribute__((noinline)) uint32_t arrive(ThreadContext &context, uint64_t location,
                                                     uint32_t threads) {
  abi::TicketEntry *entry = findTicket(orderLog(*context.launch), location, true);
  const uint32_t generation = entry ? countArrival(*entry, threads) : 0;
  logEvent(context, makeEvent(abi::SyncKind::Arrive, location, generation));
  return generation;
}

__device__ __attribute__((noinline)) void depart(ThreadContext &context, uint64_t location,
                                                 uint32_t generation) {
  logEvent(context, makeEvent(abi::SyncKind::Wait, location, generation));
}

} // namespace warpsan::device
