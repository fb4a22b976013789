//===- device_records.cuh - Device side of the set of races ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "core/check.h"
#include "rt/device_counters.cuh"
#include <stddef.h>

namespace warpsan::device {

/// One call of the `access` entry: all that its cells share. Small and copied
/// by value into the slow paths, so that the fast path keeps it in registers.
struct Check {
  const abi::LaunchRecord *launch;
  CellLayout layout;
  uint32_t epoch;
  AccessClass kind;
  abi::Space space;
  bool mixedMasks;
  uint32_t syncClock; ///< of launches with LaunchOrdered
  uint32_t flags;     ///< AccessFlags
  Accessor me;
  uint64_t address; ///< generic
  uint64_t origin;  ///< generic address of the first cell
  uint64_t size;
  uint64_t value;
  uint64_t told; ///< mode ld: uint32_t that says that a race was recorded; else 0
};

/// First race of an access.
struct Found {
  Verdict verdict;
  uint64_t offset; ///< first racing byte, from Check::origin
};

/// Longest run of occupied entries that is searched; a fuller table loses.
inline constexpr uint32_t MaxProbes = 128;

__device__ inline uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccdu;
  return hash ^ hash >> 32;
}

/// What makes two dynamic races one entry. "Same value" is part of it, so the
/// host learns whether all races of a pair were of that kind; the kernel is,
/// because its fences decide on the host whether a conflict is a race.
__device__ inline uint64_t recordKey(const Check &check, const Verdict &verdict, uint8_t flags) {
  const abi::LaunchRecord &launch = *check.launch;
  uint64_t hash = mix(uint64_t(launch.module) << 32 | launch.kernel,
                      uint64_t(check.me.site) << 32 | verdict.site);
  hash = mix(hash, uint64_t(check.space) << 24 | uint64_t(verdict.relation) << 16 |
                       uint64_t(verdict.known) << 8 | flags);
  return hash ? hash : 1;
}

__device__ inline uint64_t readMemory(uint64_t address, uint64_t size) {
  switch (size) {
  case 1:
    return *pointer<const volatile uint8_t>(address);
  case 2:
    return *pointer<const volatile uint16_t>(address);
  case 4:
    return *pointer<const volatile uint32_t>(address);
  default:
    return *pointer<const volatile uint64_t>(address);
  }
}

/// A plain store of what memory already holds. Only naturally aligned stores
/// of a power of two are compared; others count as changing memory.
__device__ inline bool storesSameValue(const Check &check) {
  const uint64_t size = check.size;
  const bool comparable = check.kind == AccessClass::Write && (check.flags & AccessHasValue) &&
                          size - 1 < 8 && (size & (size - 1)) == 0 &&
                          (check.address & (size - 1)) == 0;
  return comparable && readMemory(check.address, size) == check.value;
}

__device__ inline void fillPosition(abi::RaceRecord &record) {
  record.grid[0] = __nvvm_read_ptx_sreg_nctaid_x();
  record.grid[1] = __nvvm_read_ptx_sreg_nctaid_y();
  record.grid[2] = __nvvm_read_ptx_sreg_nctaid_z();
  record.block[0] = __nvvm_read_ptx_sreg_ntid_x();
  record.block[1] = __nvvm_read_ptx_sreg_ntid_y();
  record.block[2] = __nvvm_read_ptx_sreg_ntid_z();
  record.blockIndex[0] = __nvvm_read_ptx_sreg_ctaid_x();
  record.blockIndex[1] = __nvvm_read_ptx_sreg_ctaid_y();
  record.blockIndex[2] = __nvvm_read_ptx_sreg_ctaid_z();
  record.thread = threadInBlock();
}

/// Cells of shared memory remember threads within the block only.
__device__ inline uint32_t previousBlock(const Check &check, const Verdict &verdict) {
  return check.space == abi::Space::Shared ? uint32_t(blockInGrid())
                                           : uint32_t(verdict.thread >> check.layout.threadInBlock);
}

__device__ inline void writeRecord(abi::RaceRecord &record, const Check &check, const Found &found,
                                   uint8_t flags, uint64_t key) {
  const Verdict &verdict = found.verdict;
  record.launch = check.launch->launch;
  record.module = check.launch->module;
  record.kernel = check.launch->kernel;
  const uint32_t base = check.launch->siteBase;
  record.site = check.me.site + base;
  record.previousSite = verdict.site == abi::UnknownSite ? verdict.site : verdict.site + base;
  record.size = uint32_t(check.size);
  record.space = uint8_t(check.space);
  record.relation = uint8_t(verdict.relation);
  record.known = uint8_t(verdict.known);
  record.flags = flags;
  record.address = (check.space == abi::Space::Shared ? 0 : check.origin) + found.offset;
  fillPosition(record);
  record.previousBlock = previousBlock(check, verdict);
  record.previousThread = uint32_t(verdict.thread & lowMask(check.layout.threadInBlock));
  record.key = key;
  // System scope: the host may read while the kernel still runs, or after it crashed.
  storeRelease(&record.complete, 1u);
}

/// An access outside the block's shared memory may write to cells. What those tell from
/// then on is no race; neither is it safe.
__device__ inline void distrustCells(const abi::LaunchRecord &launch) {
  uint32_t *wild = pointer<uint32_t>(launch.wildLaunch);
  uint32_t latest = loadRelaxed(wild);
  while (latest < launch.launch && !replaceRelaxed(wild, latest, launch.launch)) {
  }
  // Whoever sees what the access writes sees that, too.
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

__device__ inline bool hasOwnCells(const Check &check) {
  return check.space == abi::Space::Shared && check.launch->sharedCells;
}

__device__ inline bool isDistrusted(const Check &check) {
  return hasOwnCells(check) &&
         loadRelaxed(pointer<uint32_t>(check.launch->wildLaunch)) >= check.launch->launch;
}

/// Lanes of a warp often race together.
__device__ inline void countAt(const abi::LaunchRecord &launch, uint32_t index) {
  __warpsan_add_to_counter(pointer<uint64_t>(launch.recordCounts), index, 1);
}

/// Counts at the entry of the key; the thread that makes the entry writes the
/// example. Never waits for another thread.
__device__ inline void countRecord(const Check &check, const Found &found, uint8_t flags,
                                   uint64_t key) {
  const abi::LaunchRecord &launch = *check.launch;
  const uint32_t mask = launch.recordCapacity - 1;
  for (uint32_t probe = 0; probe < MaxProbes && probe <= mask; ++probe) {
    const uint32_t index = (uint32_t(key) + probe) & mask;
    uint64_t *entry = pointer<uint64_t>(launch.recordKeys) + index;
    uint64_t held = loadRelaxed(entry);
    if (held == 0 && isDistrusted(check))
      return raise(launch, check.me.site, abi::Reason::UntrackedMemory);
    const bool claimed = held == 0 && replaceRelaxed(entry, held, key);
    if (claimed)
      writeRecord(pointer<abi::RaceRecord>(launch.records)[index], check, found, flags, key);
    if (claimed || held == key)
      return countAt(launch, index);
  }
  addRelaxed(&pointer<abi::Counters>(launch.counters)->lostRaces, uint64_t(1));
}

__device__ __attribute__((noinline, cold)) void recordUnknown(Check check, Found found,
                                                              uint8_t flags, uint64_t key) {
  countRecord(check, found, flags, key);
}

/// False: the key's first place does not hold it. An entry stays what it is, so the load may
/// come from a cache: most races are of a kind that has long been known.
__device__ inline bool countIfKnown(const abi::LaunchRecord &launch, uint64_t key) {
  const uint32_t index = uint32_t(key) & (launch.recordCapacity - 1);
  const bool known = pointer<const uint64_t>(launch.recordKeys)[index] == key;
  if (known)
    countAt(launch, index);
  return known;
}

__device__ inline uint8_t recordFlags(const Check &check) {
  return storesSameValue(check) ? abi::RaceSameValue : 0;
}

/// Once a pair is known to change memory it is none of same values alone, whatever comes: then
/// the program's memory is not read, which would take as long as all the rest.
__device__ inline bool countIfKnown(const Check &check, const Verdict &verdict) {
  if (countIfKnown(*check.launch, recordKey(check, verdict, /*flags=*/0)))
    return true;
  const uint8_t flags = recordFlags(check);
  return flags && countIfKnown(*check.launch, recordKey(check, verdict, flags));
}

__device__ inline void recordRace(const Check &check, const Found &found) {
  count(*check.launch, abi::Counter::Races);
  if (check.told)
    storeRelaxed(pointer<uint32_t>(check.told), 1u);
  if (countIfKnown(check, found.verdict))
    return;
  const uint8_t flags = recordFlags(check);
  recordUnknown(check, found, flags, recordKey(check, found.verdict, flags));
}

/// Memory that the target knows although no range holds it, such as that of
/// malloc in device code. The host asks for no records of those that nobody knows.
extern "C" __device__ __attribute__((weak)) bool __warpsan_holds_memory(const void *) {
  return false;
}
/// Memory of a range that nothing lives in: the heap of device code is one range.
extern "C" __device__ __attribute__((weak)) bool __warpsan_is_free_memory(const void *) {
  return false;
}

/// `offset`: first byte that no range holds, from Check::origin. Which memory it
/// is then decides whether that is a mistake; it is not read here, since it may
/// not be there.
__device__ __attribute__((noinline, cold)) void raiseUntracked(Check check, uint64_t offset) {
  raise(*check.launch, check.me.site, abi::Reason::UntrackedMemory);
  if (hasOwnCells(check) && mayWrite(check.kind))
    distrustCells(*check.launch);
  if (!(check.launch->flags & abi::LaunchBounds) ||
      __warpsan_holds_memory(pointer<const void>(check.origin + offset)))
    return;
  Found found{};
  found.verdict.site = abi::UnknownSite;
  found.offset = offset;
  countRecord(check, found, abi::RaceOutOfBounds,
              recordKey(check, found.verdict, abi::RaceOutOfBounds));
}

} // namespace warpsan::device
