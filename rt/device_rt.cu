//===- device_rt.cu - Device runtime entry points --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled to NVPTX bitcode, linked into every instrumented module and inlined
// there; the CPU target retargets the same bitcode. Ground rules: no libdevice,
// no allocation, no static __shared__ (a kernel that uses all of it must still
// compile), no printf, no recursion, no array indexed by a variable (it would
// live in local memory). Entries adapt arguments; core/check.h decides.
//===----------------------------------------------------------------------===//
#include "core/block_sample.h"
#include "rt/device_barriers.cuh"
#include "rt/device_lines.cuh"
#include "rt/device_order.cuh"
#include "rt/device_regions.cuh"
#include "rt/device_slots.cuh"

namespace warpsan::device {

namespace {
using Void = void;
using Ptr = void *;
using I32 = uint32_t;
using I64 = uint64_t;
} // namespace

extern "C" {
// A definition below that differs from its row does not compile.
#define WARPSAN_ENTRY(Name, Result, ...) __device__ Result __warpsan_##Name(__VA_ARGS__);
#include "warpsan/entries.def"
}

namespace {

__device__ inline ThreadContext &contextOf(void *context) {
  return *static_cast<ThreadContext *>(context);
}

__device__ inline void enterWiderBarrier(ThreadContext &context) {
  context.groupClock = 0;
  context.groupMask = 0;
  context.mixedMasks = 0;
}

/// A barrier of some lanes. One group per wider interval is followed exactly;
/// a second mask makes the order unknown for the lane and, because order is
/// transitive, for every lane it meets at a barrier from then on.
__device__ inline void enterGroupBarrier(ThreadContext &context, uint32_t mask) {
  const bool other = context.groupMask != 0 && context.groupMask != mask;
  if (__nvvm_vote_any_sync(mask, other || context.mixedMasks)) {
    context.mixedMasks = 1;
    return;
  }
  context.groupMask = mask;
  ++context.groupClock;
}

/// All lanes of the mask have arrived when the first one gets here, but for those
/// that have exited.
__device__ __attribute__((noinline)) void meetLanes(ThreadContext &context, uint32_t mask) {
  const uint64_t warps = (threadsInBlock() + 31) / 32;
  const uint64_t location = abi::lanesLocation(blockInGrid() * warps + threadInBlock() / 32, mask);
  const uint32_t live = __nvvm_vote_ballot_sync(mask, true);
  depart(context, location, arrive(context, location, uint32_t(__builtin_popcount(live))));
}

__device__ inline Accessor accessorOf(const ThreadContext &context, uint32_t site) {
  return {0,
          context.siteBase + site,
          context.blockClock,
          context.warpClock,
          context.groupClock,
          context.groupMask};
}

/// Local memory belongs to one thread and is passed over.
enum class Place { Shared, Global, Local };

__device__ inline Place placeOf(uint64_t address, uint32_t flags) {
  if (flags & AccessShared)
    return Place::Shared;
  if (flags & AccessGlobal)
    return Place::Global;
  const void *generic = pointer<const void>(address);
  if (__nvvm_isspacep_shared(generic))
    return Place::Shared;
  return __nvvm_isspacep_local(generic) ? Place::Local : Place::Global;
}

/// What a launch that counts leaves out; the others have done so before.
__device__ inline bool isLeftOut(const abi::LaunchRecord &launch, uint64_t address, uint64_t size,
                                 uint32_t flags) {
  return isCounting(launch) && !countAccess(launch, address, size, flags);
}

/// All accesses. ptxas compiles it anew for each kernel, so there is one such function.
/// Values and not the context, which is to stay in registers, nor a structure, which
/// each check would build in memory.
__device__ __attribute__((noinline)) void
checkFully(const abi::LaunchRecord *launch, uint64_t thread, uint32_t blockClock,
           uint32_t warpClock, uint32_t groupClock, uint32_t groupMask, uint32_t mixedMasks,
           uint64_t address, uint64_t size, uint32_t site, uint32_t kind, uint64_t value,
           uint32_t flags) {
  if (isLeftOut(*launch, address, size, flags))
    return;
  Check check{};
  check.launch = launch;
  check.kind = AccessClass(kind);
  check.mixedMasks = mixedMasks != 0;
  check.flags = flags;
  check.me = {0, site, blockClock, warpClock, groupClock, groupMask};
  check.address = address;
  check.size = size;
  check.value = value;
  const Place place = placeOf(address, flags);
  if (place == Place::Local)
    return;
  const Located at = place == Place::Shared ? locateShared(check, thread, sharedOffset(address))
                                            : locateGlobal(check, thread);
  if (at.isChecked)
    checkLocated(check, at);
}

/// Words of shared memory are the block's own.
__device__ inline uint64_t locationOf(uint64_t address) {
  const Place place = placeOf(address, 0);
  return place == Place::Shared ? abi::sharedLocation(blockInGrid(), sharedOffset(address))
                                : address;
}

__device__ inline bool isInSample(const abi::LaunchRecord &launch) {
  return !(launch.flags & abi::LaunchSampled) ||
         BlockSample{launch.sampleStride, launch.sampleFirst}.has(blockInGrid());
}

/// The same for all accesses of a thread, so that quick checks ask for it in a register.
__device__ inline CheckPath pathOf(const abi::LaunchRecord &launch) {
  if (!isInSample(launch))
    return CheckPath::None;
  return launch.flags & abi::LaunchQuick ? CheckPath::Quick : CheckPath::Full;
}

} // namespace

__device__ void __warpsan_kernel_enter(void *contextPointer, void *launchPointer) {
  ThreadContext &context = contextOf(contextPointer);
  const auto *launch = static_cast<const abi::LaunchRecord *>(launchPointer);
  const uint64_t block = blockInGrid();
  const uint32_t thread = threadInBlock();
  context = {};
  context.launch = launch;
  context.path = pathOf(*launch);
  context.siteBase = launch->unitSite - launch->siteBase;
  context.thread = block << launch->globalLayout.threadInBlock | thread;
  if (launch->sharedCells)
    enterShared(*launch);
  else if (launch->slotCount)
    enterSlot(*launch, uint32_t(block), threadsInBlock());
  if ((block | thread) == 0)
    addRelaxed(&pointer<abi::Counters>(launch->counters)->threadsEntered, uint64_t(1));
}

namespace {

/// The host reads it, and twins of other launches may say something else.
__device__ __attribute__((noinline, cold)) void notePlace(uint32_t *noted, uint32_t place) {
  uint32_t old = 0;
  if (!replaceRelaxed(noted, old, place) && old != place)
    storeRelaxed(noted, abi::ManyPlaces);
}

} // namespace

__device__ void __warpsan_shared_place(void *contextPointer, void *variable, uint32_t number) {
  const ThreadContext &context = contextOf(contextPointer);
  if (context.thread == 0)
    notePlace(pointer<uint32_t>(context.launch->sharedPlaces) + number,
              sharedOffset(reinterpret_cast<uint64_t>(variable)) + 1);
}

__device__ void __warpsan_kernel_exit(void *contextPointer) {
  const ThreadContext &context = contextOf(contextPointer);
  if (context.launch->slotCount)
    leaveSlot(*context.launch, blockInGrid());
}

namespace {

/// A thread that spins tells of its strong access once: until it synchronises,
/// nothing about the next ones is new. (Histories know that too, as long as the
/// access is in them.) Its own reads do not matter: they release nothing.
__device__ inline bool isRepeated(ThreadContext &context, const Check &check) {
  const uint64_t barriers = uint64_t(context.blockClock) << 32 | context.warpClock;
  const uint32_t usage = uint32_t(check.size) << 8 | uint32_t(check.kind);
  if (!isPlain(check.kind) && context.lastStrong == check.address &&
      context.lastBarriers == barriers && context.lastUsage == usage)
    return true;
  context.lastStrong = isPlain(check.kind) ? 0 : check.address;
  context.lastBarriers = barriers;
  context.lastUsage = usage;
  context.lastReadRow = nullptr;
  return false;
}

/// Kernels of this kind are few: their path stays out of the others' way.
__device__ __attribute__((noinline)) void observeAccess(ThreadContext &context, uint64_t address,
                                                        uint64_t size, uint32_t site, uint32_t kind,
                                                        uint64_t value, uint32_t flags) {
  if (isLeftOut(*context.launch, address, size, flags))
    return;
  Check check{};
  check.launch = context.launch;
  check.kind = AccessClass(kind);
  check.mixedMasks = context.mixedMasks != 0;
  check.flags = flags;
  check.me = accessorOf(context, site);
  check.address = address;
  check.size = size;
  check.value = value;
  check.syncClock = context.syncClock;
  if (isRepeated(context, check))
    return;
  const Place place = placeOf(address, flags);
  if (place == Place::Shared)
    observeShared(context.thread, check, sharedOffset(address));
  else if (place == Place::Global)
    observeGlobal(context.thread, check);
}

/// What this launch shows to be no race.
WARPSAN_QUICK bool isProved(const abi::LaunchRecord &launch, uint32_t flags) {
  const uint32_t root = rootOf(flags);
  return (root && launch.resolvedRoots >> (root - 1) & 1) ||
         ((flags & AccessIfOutsideShape) && (launch.flags & abi::LaunchProvedShape));
}

/// A race that the quick path found, if others of its kind are known in the launch: false,
/// and nothing has changed, if not. Most races of a program that has any are of this sort.
/// Calls nothing, as __warpsan_quick_access.
__device__ __attribute__((noinline)) bool
raceKnown(const abi::LaunchRecord *launch, Cell *cell, Cell old, uint64_t thread,
          uint32_t blockClock, uint32_t warpClock, uint32_t groupClock, uint32_t groupMask,
          uint32_t mixedMasks, uint64_t address, uint64_t facts, uint64_t value) {
  const PackedAccess access = unpackAccess(facts);
  const bool shared = placeOf(address, access.flags) == Place::Shared;
  Check check{};
  check.launch = launch;
  check.kind = AccessClass(access.kind);
  check.space = shared ? abi::Space::Shared : abi::Space::Global;
  check.layout = shared ? launch->sharedLayout : launch->globalLayout;
  check.epoch = epochOf(old);
  check.mixedMasks = mixedMasks != 0;
  check.flags = access.flags;
  check.me = {thread, access.site, blockClock, warpClock, groupClock, groupMask};
  if (shared)
    check.me.thread &= lowMask(check.layout.threadInBlock);
  check.address = address;
  check.size = access.size;
  check.value = value;
  const Step taken = step(check.layout, check.epoch, old, check.me, check.kind);
  if (isOfUnknownOrder(check, taken.verdict) || !countIfKnown(check, taken.verdict))
    return false;
  storeRelaxed(cell, taken.next);
  return true;
}

WARPSAN_QUICK bool raceQuickly(const ThreadContext &context, const QuickOutcome &found,
                               uint64_t address, uint64_t size, uint32_t site, uint32_t kind,
                               uint64_t value, uint32_t flags) {
  return raceKnown(context.launch, found.racing, found.old, context.thread, context.blockClock,
                   context.warpClock, context.groupClock, context.groupMask, context.mixedMasks,
                   address, packAccess({context.siteBase + site, size, kind, flags}), value);
}

/// What the quick path leaves.
WARPSAN_QUICK void checkUndecided(ThreadContext &context, uint64_t address, uint64_t size,
                                  uint32_t site, uint32_t kind, uint64_t value, uint32_t flags) {
  if ((flags & AccessMayOrder) && isOrdered(context))
    return observeAccess(context, address, size, site, kind, value, flags);
  checkFully(context.launch, context.thread, context.blockClock, context.warpClock,
             context.groupClock, context.groupMask, context.mixedMasks, address, size,
             context.siteBase + site, kind, value, flags);
}

} // namespace

__device__ void __warpsan_access(void *contextPointer, void *address, uint64_t size, uint32_t site,
                                 uint32_t kind, uint64_t value, uint32_t flags) {
  ThreadContext &context = contextOf(contextPointer);
  const auto start = reinterpret_cast<uint64_t>(address);
  if (isProved(*context.launch, flags))
    return;
  if (asksLines(context, flags) &&
      checkWithLines(context.launch, context.thread, context.blockClock, context.warpClock,
                     context.groupClock, context.groupMask, context.mixedMasks, start, size,
                     context.siteBase + site, kind, flags))
    return;
  const QuickOutcome quick =
      checkQuickly(context, accessorOf(context, site), AccessClass(kind), start, size, flags);
  if (quick.decided ||
      (quick.racing && raceQuickly(context, quick, start, size, site, kind, value, flags)))
    return;
  checkUndecided(context, start, size, site, kind, value, flags);
}

extern "C" {

/// Calls nothing, so that it saves no registers. There is a copy for each kind of access,
/// in which all of `facts` but the site is constant.
__device__ __attribute__((noinline)) bool __warpsan_quick_access(void *contextPointer,
                                                                 void *address, uint64_t facts) {
  const PackedAccess access = unpackAccess(facts);
  const ThreadContext &context = contextOf(contextPointer);
  return checkQuickly(context, accessorOf(context, access.site), AccessClass(access.kind),
                      reinterpret_cast<uint64_t>(address), access.size, access.flags)
      .decided;
}

/// One for all kinds of access; calls nothing either.
__device__ __attribute__((noinline)) bool __warpsan_lines_access(void *contextPointer,
                                                                 void *address, uint64_t facts) {
  const PackedAccess access = unpackAccess(facts);
  const ThreadContext &context = contextOf(contextPointer);
  Accessor me = accessorOf(context, access.site);
  me.thread = context.thread;
  return decideWithLines({context.launch, me, AccessClass(access.kind), context.mixedMasks != 0,
                          reinterpret_cast<uint64_t>(address), access.size},
                         access.flags);
}

__device__ __attribute__((noinline)) void
__warpsan_undecided_access(void *contextPointer, void *address, uint64_t facts, uint64_t value) {
  const PackedAccess access = unpackAccess(facts);
  checkUndecided(contextOf(contextPointer), reinterpret_cast<uint64_t>(address), access.size,
                 access.site, access.kind, value, access.flags);
}

/// What LowerRuntimePass makes of a check that stays a call, and inlines.
__device__ void __warpsan_called_access(void *contextPointer, void *address, uint64_t facts,
                                        uint64_t value) {
  const ThreadContext &context = contextOf(contextPointer);
  const uint32_t flags = unpackAccess(facts).flags;
  if (isProved(*context.launch, flags) ||
      (asksLines(context, flags) && __warpsan_lines_access(contextPointer, address, facts)) ||
      __warpsan_quick_access(contextPointer, address, facts))
    return;
  __warpsan_undecided_access(contextPointer, address, facts, value);
}
}

namespace {

__device__ __attribute__((noinline)) void leaveInterval(ThreadContext &context) {
  logPendingFence(context);
  forgetRepeats(context);
}

} // namespace

__device__ void __warpsan_barrier_arrive(void *contextPointer, void *bases, uint32_t barrier) {
  const uint32_t lanes = __nvvm_activemask();
  if (lanes == ~0u)
    return;
  // Not the context itself, which is to stay in registers.
  const ThreadContext &context = contextOf(contextPointer);
  noteArrival({context.launch, context.blockClock, barrier, lanes},
              static_cast<const abi::UnitBases *>(bases));
}

__device__ void __warpsan_array_left(void *contextPointer, uint32_t site) {
  const ThreadContext &context = contextOf(contextPointer);
  raise(*context.launch, context.siteBase + site, abi::Reason::UntrackedMemory);
}

__device__ void __warpsan_block_barrier(void *contextPointer) {
  ThreadContext &context = contextOf(contextPointer);
  if (isOrdered(context))
    leaveInterval(context);
  ++context.blockClock;
  // The narrower clocks start anew, which saves bits of the cell: core/check.h
  // asks for the widest order first.
  context.warpClock = 0;
  enterWiderBarrier(context);
}

__device__ void __warpsan_warp_barrier(void *contextPointer, uint32_t mask) {
  ThreadContext &context = contextOf(contextPointer);
  const uint32_t lanes = existingLanes();
  if ((mask & lanes) != lanes) {
    if (isOrdered(context))
      meetLanes(context, mask & lanes);
    else
      enterGroupBarrier(context, mask);
    return;
  }
  if (isOrdered(context))
    leaveInterval(context);
  ++context.warpClock;
  enterWiderBarrier(context);
}

__device__ void __warpsan_fence(void *contextPointer, uint32_t scope, uint32_t flags) {
  ThreadContext &context = contextOf(contextPointer);
  if (isOrdered(context))
    passFence(context, scope, flags);
}

namespace {

/// Before the write; 0: it releases nothing.
__device__ inline uint32_t ticketOfWrite(const ThreadContext &context, uint64_t location,
                                         uint32_t flags) {
  const bool releases = context.hasFence || flags & abi::SyncRelease;
  return releases ? takeTicket(orderLog(*context.launch), location) : 0;
}

__device__ __attribute__((noinline)) void writeStrong(ThreadContext &context, uint64_t address,
                                                      uint32_t scope, uint32_t flags) {
  const uint64_t location = locationOf(address);
  if (const uint32_t ticket = ticketOfWrite(context, location, flags))
    logWrite(context, location, ticket, scope, flags);
}

/// Behind the read. Of a lock also the first to take it counts.
__device__ inline void observeTicket(ThreadContext &context, uint64_t location, uint32_t scope,
                                     uint32_t flags) {
  const uint32_t ticket = readTicket(orderLog(*context.launch), location);
  if (ticket == 0 && !(flags & abi::SyncLock))
    return;
  // The write that gives a lock back counts, with or without a fence.
  context.hasFence |= (flags & abi::SyncLock) != 0;
  logRead(context, location, ticket, scope, flags);
}

__device__ __attribute__((noinline)) void readStrong(ThreadContext &context, uint64_t address,
                                                     uint32_t scope, uint32_t flags) {
  observeTicket(context, locationOf(address), scope, flags);
}

__device__ __attribute__((noinline)) uint32_t beginExchange(const ThreadContext &context,
                                                            uint64_t address, uint32_t flags) {
  return ticketOfWrite(context, locationOf(address), flags);
}

/// An exchange that changes nothing takes no lock and releases nothing.
__device__ __attribute__((noinline)) void endExchange(ThreadContext &context, uint64_t address,
                                                      uint32_t scope, uint32_t flags,
                                                      uint32_t ticket, uint32_t changed) {
  const uint64_t location = locationOf(address);
  if (ticket && changed)
    logWrite(context, location, ticket, scope, flags);
  observeTicket(context, location, scope, changed ? flags : flags & ~uint32_t(abi::SyncLock));
}

} // namespace

__device__ void __warpsan_strong_write(void *contextPointer, void *address, uint32_t scope,
                                       uint32_t flags) {
  ThreadContext &context = contextOf(contextPointer);
  if (isOrdered(context))
    writeStrong(context, reinterpret_cast<uint64_t>(address), scope, flags);
}

__device__ void __warpsan_strong_read(void *contextPointer, void *address, uint32_t scope,
                                      uint32_t flags) {
  ThreadContext &context = contextOf(contextPointer);
  if (isOrdered(context))
    readStrong(context, reinterpret_cast<uint64_t>(address), scope, flags);
}

__device__ uint32_t __warpsan_exchange_begin(void *contextPointer, void *address, uint32_t,
                                             uint32_t flags) {
  const ThreadContext &context = contextOf(contextPointer);
  if (!isOrdered(context))
    return 0;
  return beginExchange(context, reinterpret_cast<uint64_t>(address), flags);
}

__device__ void __warpsan_exchange_end(void *contextPointer, void *address, uint32_t scope,
                                       uint32_t flags, uint32_t ticket, uint32_t changed) {
  ThreadContext &context = contextOf(contextPointer);
  if (isOrdered(context))
    endExchange(context, reinterpret_cast<uint64_t>(address), scope, flags, ticket, changed);
}

namespace {

__device__ inline uint64_t numberedBarrier(const ThreadContext &context, uint32_t barrier) {
  return abi::barrierLocation(blockInGrid(), barrier, context.launch->launch);
}

} // namespace

__device__ uint32_t __warpsan_named_arrive(void *contextPointer, uint32_t barrier,
                                           uint32_t threads) {
  ThreadContext &context = contextOf(contextPointer);
  if (!isOrdered(context))
    return 0;
  return arrive(context, numberedBarrier(context, barrier), threads);
}

__device__ void __warpsan_named_wait(void *contextPointer, uint32_t barrier, uint32_t generation) {
  ThreadContext &context = contextOf(contextPointer);
  if (isOrdered(context))
    depart(context, numberedBarrier(context, barrier), generation);
}

namespace {

/// Rare, and a call already.
__device__ __attribute__((noinline)) void renewMemory(const abi::LaunchRecord &launch,
                                                      uint64_t address, uint64_t bytes) {
  const abi::Range *range = findRange(launch, address);
  if (!range || range->wordCells == abi::ConstantCells)
    return;
  const uint64_t from = address - range->base;
  const uint64_t to = bytes < range->size - from ? from + bytes : range->size;
  if (launch.flags & abi::LaunchOrdered)
    forgetHistories(launch, *range, from, to);
  else
    forgetCells(launch, *range, from, to);
  // Whoever gets the address, even by a race, finds them empty.
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

} // namespace

/// Accesses of what the memory was before are no history of what it is now.
__device__ void __warpsan_heap_taken(void *contextPointer, void *memory, uint64_t bytes) {
  ThreadContext &context = contextOf(contextPointer);
  if (!memory)
    return;
  if (isOrdered(context))
    forgetRepeats(context);
  renewMemory(*context.launch, reinterpret_cast<uint64_t>(memory), bytes);
}

__device__ void __warpsan_unknown_code(void *contextPointer, uint32_t reason) {
  raiseIn(pointer<uint32_t>(contextOf(contextPointer).launch->kernelFlags), abi::Reason(reason));
}

__device__ uint32_t __warpsan_unit_enter(void *contextPointer, void *bases) {
  ThreadContext &context = contextOf(contextPointer);
  const uint32_t caller = context.siteBase;
  // Volatile: the host sets it, which no optimiser knows.
  context.siteBase =
      static_cast<const volatile abi::UnitBases *>(bases)->site - context.launch->siteBase;
  return caller;
}

__device__ void __warpsan_unit_leave(void *contextPointer, uint32_t caller) {
  contextOf(contextPointer).siteBase = caller;
}

//===--- Modes ld and det -----------------------------------------------------------===//

namespace {

__device__ inline RegionThread &regionThreadOf(void *context) {
  return *static_cast<RegionThread *>(context);
}

__device__ inline uint64_t addressOf(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// In the pass that finds the lines of a race. `told`: what notes that there is one.
__device__ __attribute__((noinline)) void observeRecorded(RegionThread &thread, uint64_t address,
                                                          uint64_t size, uint32_t site,
                                                          uint32_t kind, uint64_t value,
                                                          uint32_t flags, uint32_t &told) {
  const Place place = placeOf(address, flags);
  if (place == Place::Local || (place == Place::Global && isProved(*thread.launch, flags)))
    return;
  Check check{};
  check.launch = thread.launch;
  check.kind = AccessClass(kind);
  check.mixedMasks = thread.mixedMasks != 0;
  check.flags = flags;
  check.me = accessorOf(thread, site);
  check.address = address;
  check.size = size;
  check.value = value;
  check.told = addressOf(&told);
  const Located at = place == Place::Shared
                         ? locateShared(check, thread.thread, sharedOffset(address))
                         : locateGlobal(check, thread.thread);
  if (at.isChecked)
    checkLocated(check, at);
}

/// Of a launch that does not look at other blocks. The host is told of the kernel's first sites
/// once for each block, or nearly so: its memory is far.
__device__ __attribute__((noinline)) void passOver(RegionThread &thread, uint64_t address,
                                                   uint32_t site, uint32_t flags) {
  const abi::LaunchRecord &launch = *thread.launch;
  if (isProved(launch, flags) || placeOf(address, flags) != Place::Global)
    return;
  uint64_t &passed = blockOf(thread).passedOver;
  const uint64_t bit = uint64_t(1) << site % 64;
  if (site < 64 && (loadRelaxed(&passed) & bit))
    return;
  const abi::Range *range = findRange(launch, address);
  if (range && range->wordCells == abi::ConstantCells)
    return;
  raise(launch, thread.siteBase + site, abi::Reason::GlobalMemory);
  orRelaxed(&passed, bit);
}

} // namespace

__device__ uint32_t __warpsan_region_enter(void *context, void *fixed, uint64_t fixedBytes,
                                           void *dynamic) {
  return !enterRegions(regionThreadOf(context), addressOf(fixed), uint32_t(fixedBytes),
                       addressOf(dynamic));
}

__device__ uint64_t __warpsan_region_first(void *context) {
  return layoutOf(regionThreadOf(context)).first;
}

__device__ uint32_t __warpsan_region_bytes(void *context) {
  return layoutOf(regionThreadOf(context)).copyBytes;
}

__device__ uint32_t __warpsan_region_row(void *context) {
  return layoutOf(regionThreadOf(context)).rowBytes;
}

__device__ uint32_t __warpsan_region_records(void *context) {
  const RegionThread &thread = regionThreadOf(context);
  return gridPassOf(thread) == GridPass::Record || (layoutOf(thread).flags & abi::LaunchSharedOnly);
}

__device__ uint64_t __warpsan_region_copy(void *context) { return regionThreadOf(context).copy; }

__device__ uint64_t __warpsan_region_touched(void *context) {
  return touchedOf(regionThreadOf(context));
}

__device__ uint32_t __warpsan_region_limit(void *context) {
  return nextLimit(regionThreadOf(context));
}

__device__ void *__warpsan_region_lines(void *context) {
  return const_cast<uint32_t *>(linesToAsk(regionThreadOf(context)));
}

__device__ uint32_t __warpsan_region_end(void *context, uint64_t digest, uint32_t steps) {
  RegionThread &thread = regionThreadOf(context);
  thread.steps = steps;
  return uint32_t(endPass(thread, digest, Arrival::GoesOn).next);
}

__device__ uint32_t __warpsan_region_exit(void *context, uint64_t digest, uint32_t steps) {
  RegionThread &thread = regionThreadOf(context);
  thread.steps = steps;
  return uint32_t(endThread(thread, digest));
}

/// A second pass has run too long for its outcome to be that of the first one.
__device__ uint32_t __warpsan_region_leave(void *context) {
  return uint32_t(leavePass(regionThreadOf(context)));
}

__device__ uint32_t __warpsan_region_lanes(void *context) {
  return meetWarp(regionThreadOf(context));
}

__device__ uint32_t __warpsan_region_step(void *context, uint32_t steps) {
  return limitAfter(regionThreadOf(context), steps);
}

__device__ void *__warpsan_redirect_shared(void *context, void *address, uint64_t size,
                                           uint64_t first, uint32_t bytes, uint64_t copy) {
  const uint64_t offset = addressOf(address) - first;
  if (offset <= bytes && size <= bytes - offset)
    return pointer<void>(copy + offset);
  return pointer<void>(strayPlace(regionThreadOf(context)));
}

__device__ void *__warpsan_redirect_load(void *context, void *address, uint64_t size,
                                         uint32_t flags, void *room, void *lines) {
  RegionThread &thread = regionThreadOf(context);
  const Where where = whereIs(addressOf(address), flags);
  if (where == Where::Own ||
      (where == Where::Global && !loadRelaxed(static_cast<const uint32_t *>(lines))))
    return address;
  if (where == Where::Copy)
    return pointer<void>(copyOf(thread, addressOf(address), size));
  return pointer<void>(loadThrough(thread, addressOf(address), size, addressOf(room)));
}

__device__ void *__warpsan_redirect_store(void *context, void *address, uint64_t size,
                                          uint32_t flags) {
  RegionThread &thread = regionThreadOf(context);
  if (isDirect(thread, flags))
    return passOf(thread) == RegionPass::Second ? pointer<void>(marginOf(thread)) : address;
  const Where where = whereIs(addressOf(address), flags);
  if (where == Where::Own)
    return address;
  if (where == Where::Copy)
    return pointer<void>(copyOf(thread, addressOf(address), size));
  return pointer<void>(storeThrough(thread, addressOf(address), size));
}

__device__ void __warpsan_redirect_touch(void *, void *place, uint64_t size, uint64_t copy,
                                         uint32_t bytes, uint64_t touched, uint32_t rowBytes) {
  touch(addressOf(place), size, copy, bytes, touched, rowBytes);
}

__device__ void *__warpsan_redirect_mark(void *context, void *place, void *room) {
  return pointer<void>(markOf(regionThreadOf(context), addressOf(place), addressOf(room)));
}

__device__ void __warpsan_redirect_copy(void *context, void *to, void *from, uint64_t bytes) {
  copyThrough(regionThreadOf(context), addressOf(to), addressOf(from), bytes);
}

__device__ void __warpsan_redirect_fill(void *context, void *to, uint32_t value, uint64_t bytes) {
  fillThrough(regionThreadOf(context), addressOf(to), uint8_t(value), bytes);
}

__device__ uint32_t __warpsan_region_off_shape(void *context) {
  return !(layoutOf(regionThreadOf(context)).flags & abi::LaunchProvedShape);
}

__device__ void __warpsan_region_stored(void *context, void *place, uint32_t differs) {
  if (differs)
    noteLost(regionThreadOf(context), addressOf(place));
}

__device__ uint64_t __warpsan_digest(void *, void *memory, uint64_t bytes, uint64_t digest) {
  for (uint64_t i = 0; i < bytes; ++i)
    digest = mix(digest, static_cast<const uint8_t *>(memory)[i]);
  return digest;
}

/// In the pass of a grid that records: behind a store for which there was no room threads read
/// what the program does not write: then nothing is told.
__device__ void __warpsan_observe_global(void *context, void *address, uint64_t size, uint32_t site,
                                         uint32_t kind, uint64_t value, uint32_t flags) {
  RegionThread &thread = regionThreadOf(context);
  if (gridPassOf(thread) != GridPass::Record)
    passOver(thread, addressOf(address), site, flags);
  else if (!isPassOver(thread) && placeOf(addressOf(address), flags) == Place::Global)
    observeRecorded(thread, addressOf(address), size, site, kind, value, flags,
                    gridOf(thread).told);
}

__device__ void __warpsan_observe_recorded(void *context, void *address, uint64_t size,
                                           uint32_t site, uint32_t kind, uint64_t value,
                                           uint32_t flags) {
  RegionThread &thread = regionThreadOf(context);
  if (!isPassOver(thread))
    observeRecorded(thread, addressOf(address), size, site, kind, value, flags,
                    notesOf(thread, thread.turn).told);
}

} // namespace warpsan::device
