//===- abi.h - Structures shared by pass, device, host and CPU target ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Freestanding C++: no LLVM, CUDA or hosted header, no pointers (device and
// host may differ), every size and offset asserted. Fields are append-only;
// any other change raises Version.
//===----------------------------------------------------------------------===//
#pragma once

#include <stdint.h> // freestanding

namespace warpsan::abi {

/// ABI number: first word of every shared structure and part of the symbol
/// `__warpsan_abi_v1`, so that a skew is a link or attach error.
inline constexpr uint32_t Version = 20;

/// What one access instruction does. Order matters: it is stored in tables.
enum class AccessKind : uint8_t {
  Read,
  Write,
  AtomicLoad,
  AtomicStore,
  AtomicRmw,
};

/// Scope of a strong access (PTX ISA 8.5). Plain accesses use None.
enum class Scope : uint8_t { None, Block, Cluster, Device, System };

/// Constant: a read-only variable in global memory, such as a table of virtual
/// functions.
enum class Space : uint8_t { Unknown, Global, Shared, Constant };

/// Why accesses of a kernel or site were not analysed. Text in reasons.def.
enum class Reason : uint8_t {
#define WARPSAN_REASON(Name, Text) Name,
#include "reasons.def"
  Count
};

/// What is counted for each kernel. Text in counters.def.
enum class Counter : uint8_t {
#define WARPSAN_COUNTER(Name, Key, Doc) Name,
#include "counters.def"
  Count
};

//===--- Shadow cells ------------------------------------------------------===//

/// Widths, in bits, of the launch-dependent fields of a shadow cell. Epoch,
/// split flag and state have fixed places (core/shadow.h). A width of zero
/// means the field is absent; `otherSite` may be absent when bits are short,
/// then the second line of some reports is unknown.
struct CellLayout {
  uint8_t thread;        ///< (block << threadInBlock) | thread in block
  uint8_t threadInBlock; ///< at least 5, so that >> 5 is the warp
  uint8_t site;
  uint8_t otherSite; ///< equal to `site` or 0
  uint8_t blockClock;
  uint8_t warpClock;
  uint8_t groupClock; ///< barriers of a partial warp mask
  uint8_t reserved;
};
static_assert(sizeof(CellLayout) == 8);

//===--- Launch record -----------------------------------------------------===//

/// One tracked range of global memory. `wordCells`: 8 bytes for each 4-byte
/// word of the range, or 0 when there was no memory for them (then no access to
/// it is analysed). `byteCells`: 8 bytes for each byte, or 0 when the range has
/// none (then sub-word accesses to it are not analysed). The table is
/// sorted by base and lies in device memory.
struct Range {
  uint64_t base; ///< multiple of 4
  uint64_t size; ///< bytes
  uint64_t wordCells;
  uint64_t byteCells;
  uint64_t histories;   ///< 64 bytes for each word, for launches with
                        ///< LaunchOrdered; 0 when there was no memory for them
  uint64_t cachedCells; ///< shadow=cached: stands in for wordCells, which is 0;
                        ///< 8 bytes for every 16 words (core/shadow.h), and
                        ///< byteCells are 4 times that
  uint64_t lineCells;   ///< for launches with LaunchLines: the cell of the line, 128 bytes, at
                        ///< an address is at this + 8 * (address / 128), modulo 2^64; 0: none
};
static_assert(sizeof(Range) == 56);

/// Range::wordCells of memory that nobody can write: nothing to check.
inline constexpr uint64_t ConstantCells = 1;

/// A Range with cells for all words that the launch likely accesses, without what lies
/// outside of whole 16 bytes. The record holds some, so that most accesses need not search
/// the table.
struct NearRange {
  uint64_t base;      ///< multiple of 16
  uint64_t size;      ///< bytes, multiple of 16; 0: no range
  uint64_t wordCells; ///< a word's cell is at this + 2 * its address, modulo 2^64
  uint64_t byteCells; ///< a byte's cell is at this + 8 * its address; 0: it has none
};
static_assert(sizeof(NearRange) == 32);

struct LineRange {
  NearRange words;
  uint64_t lineCells; ///< as Range has it
};
static_assert(sizeof(LineRange) == 40);

inline constexpr unsigned NearRangeCount = 4;

enum LaunchFlags : uint32_t {
  LaunchProvedShape = 1u << 0,   ///< the block is within KernelInfo::provedBlock
  LaunchCountAccesses = 1u << 1, ///< counters=1
  LaunchOrdered = 1u << 2,       ///< histories instead of cells, and an OrderLog
  LaunchBounds = 1u << 3,        ///< bounds=1: a record for memory that nothing holds
  LaunchQuick = 1u << 4,         ///< none of the three above: checks may take the quick path
  LaunchCountedShape = 1u << 5,  ///< LaunchProvedShape of a launch that counts
  LaunchLines = 1u << 6,         ///< with LaunchQuick: lines of ranges have cells, too, and
                                 ///< the near ranges are LaunchRecord::lineRanges
  LaunchPoison = 1u << 7,        ///< mode ld: originals hold a pattern while a region runs
  LaunchLanes = 1u << 8,         ///< each thread has a copy, instead of each warp
  LaunchOnce = 1u << 9,          ///< mode det: what a region or a block did first counts
  LaunchAnyOrder = 1u << 10,     ///< mode det: no byte is written by two of them
  LaunchSharedOnly = 1u << 11,   ///< mode ld: other blocks may access global memory, unseen
  LaunchSampled = 1u << 12,      ///< mode fsm: accesses of some blocks alone are checked
};

/// The hidden last parameter of a twin kernel, passed by value (constant bank
/// on the GPU): it belongs to the grid, so launches on several streams never
/// share one, and it needs no copy.
struct LaunchRecord {
  uint32_t version;
  uint32_t flags;  ///< LaunchFlags
  uint32_t epoch;  ///< of global cells: 1 .. 2^EpochBits - 1
  uint32_t launch; ///< running number of the launch in the process
  uint32_t kernel; ///< index in the module's kernel table
  uint32_t module; ///< index of the module, given by the host
  CellLayout globalLayout;
  CellLayout sharedLayout;
  uint64_t ranges; ///< Range[rangeCount]
  uint32_t rangeCount;
  uint32_t sharedWords; ///< 4-byte words of shared memory a block can address
  uint64_t blockSlots;  ///< uint64_t per block of the grid, see device_rt.cu
  uint64_t slots;       ///< SharedSlot[slotCount]
  uint64_t slotCells;   ///< slotCount * slotStride bytes of shared-memory cells
  uint64_t slotStride;  ///< bytes of a block's cells: 8 per word, then 8 per byte
  uint32_t slotCount;
  uint32_t recordCapacity; ///< power of two
  uint64_t records;        ///< RaceRecord[recordCapacity], pinned host memory
  uint64_t recordKeys;     ///< uint64_t[recordCapacity], device memory: the set of races, 0 is an
                           ///< empty entry. The thread that claims one writes the RaceRecord
                           ///< with the same index, later ones only count
  uint64_t counters;       ///< Counters, pinned host memory
  uint64_t siteFlags;      ///< uint32_t per site from siteBase on, pinned host
                           ///< memory: bit r set = Reason r happened there
  uint64_t kernelFlags;    ///< uint32_t, pinned host memory: as siteFlags, for
                           ///< the kernel as a whole
  uint32_t siteBase;       ///< smallest checked site of the kernel: cells count
                           ///< from there, which saves bits
  uint32_t unitSite;       ///< first site of the kernel's unit (module_info.h)
  uint64_t orderLog;       ///< OrderLog, device memory; for LaunchOrdered
  uint64_t cacheMisses;    ///< uint64_t, device memory, of the kernel; for
                           ///< shadow=cached
  uint64_t barrierNotes;   ///< BarrierNotes, device memory; 0: lanes at different barriers are not
                           ///< looked for
  uint64_t divergences;    ///< Divergence[DivergenceCapacity], pinned host memory
  uint64_t resolvedRoots;  ///< bit r: what the kernel accesses behind its root r (access_forms.h)
                           ///< cannot race in this launch
  NearRange nearRanges[NearRangeCount];
  uint32_t sharedCells;    ///< where in shared memory, as `sharedWords` counts it, the block's own
                           ///< cells start; 0: they are in slots
  uint32_t sharedFirst;    ///< first byte of shared memory that has such cells
  uint64_t kernelCounters; ///< KernelCounters, device memory; for LaunchCountAccesses
  uint64_t countedRoots;   ///< resolvedRoots of a launch that counts: what tells the checks that
                           ///< are left out must not lie on the way of launches that do not
  uint64_t wildLaunch;     ///< uint32_t, device memory: latest launch that may have written to its
                           ///< cells in shared memory. Races ask it: the host's memory took an
                           ///< H200 a millisecond when many did
  LineRange lineRanges[NearRangeCount]; ///< instead of nearRanges, for LaunchLines
  uint64_t recordCounts; ///< uint64_t[recordCapacity], device memory: dynamic races with each key.
                         ///< Apart from the keys, which caches hold
  // Of twins with KernelPrivate (core/region_block.h):
  uint64_t directRoots; ///< bit r: root r is resolved, and stores behind it meet no other access
                        ///< between two barriers: second passes can leave them out
  uint64_t regionSlots; ///< regionStride bytes for each slot, device memory: RegionBlock first;
                        ///< in front of them RegionTotals
  uint64_t regionStride;
  uint32_t copyBytes;    ///< of shared memory a block can address, behind what the system keeps;
                         ///< a copy has RegionMargin more
  uint32_t sharedCopies; ///< where in shared memory, as `sharedWords` counts it, RegionBlock and
                         ///< the copies are; 0: in the slot
  uint32_t dynamicBytes; ///< dynamic shared memory of the program
  uint32_t bufferLines;  ///< of each write buffer, power of two
  uint32_t copies;       ///< that warps, or threads, share (core/rounds.h)
  uint32_t rounds;
  uint64_t gridState;  ///< GridState with its table (core/region_grid.h)
  uint32_t gridLines;  ///< of the table, power of two
  uint32_t gridPass;   ///< GridPass
  uint64_t gridBlocks; ///< of the program's grid: sweeps have another
  // For LaunchSampled (core/block_sample.h):
  uint32_t sampleStride;
  uint32_t sampleFirst;
  uint64_t sharedPlaces; ///< uint32_t[KernelInfo::sharedCount], pinned host memory: where each
                         ///< shared variable lies in shared memory, and 1; 0: not known yet
};
static_assert(sizeof(LaunchRecord) == 600);

/// LaunchRecord::sharedPlaces of a variable that does not lie at one place in all twins.
inline constexpr uint32_t ManyPlaces = 0xffffffffu;

/// Shadow of one resident block's shared memory.
struct SharedSlot {
  uint32_t owner;      ///< 0 free, else 1
  uint32_t generation; ///< epoch of its cells; cleared by the owner on wrap
  uint32_t live;       ///< threads of the owning block that have not exited
  uint32_t reserved;
};
static_assert(sizeof(SharedSlot) == 16);

//===--- Order between threads beyond barriers -----------------------------===//

/// Where in its own run a thread stands: block barriers executed, full warp
/// barriers since the last of those, events logged.
struct ThreadClocks {
  uint32_t block;
  uint32_t warp;
  uint32_t sync;
};

enum class SyncKind : uint8_t {
  Fence,
  Write,  ///< strong write after a fence or a lock, or a release: `ticket` is its own
  Read,   ///< strong read: it may have seen all tickets up to `ticket`
  Arrive, ///< at a barrier of a part of the block or warp: `ticket` is the generation
  Wait,   ///< after that barrier
  GivenUp ///< no event: an access that has left the history of its word, `location`.
          ///< `ticket`: site in the module, `scope`: AccessClass, `flags`: bytes of the word,
          ///< `more`: threads behind it that did the same. Without bytes: malloc has given
          ///< the word out anew
};

enum SyncFlags : uint8_t {
  SyncRelease = 1u << 0,
  SyncAcquire = 1u << 1,
  SyncPoll = 1u << 2,       ///< a loop ends on the value that was read: acquires
  SyncLock = 1u << 3,       ///< compare-and-swap or exchange: may take a lock
  SyncCompare = 1u << 4,    ///< compare-and-swap: never a poll
  SyncSequential = 1u << 5, ///< a sequentially consistent fence
  SyncStrictPoll = 1u << 6, ///< as SyncPoll, but acquires only by a fence behind it
};

/// One event of one thread. A write takes its ticket before it happens and a
/// read looks at the tickets after it, so a read never misses a write it saw.
struct OrderEvent {
  uint64_t thread;   ///< block << 32 | thread in block
  uint64_t location; ///< global address, or one of those below
  uint32_t launch;
  uint32_t ticket;
  ThreadClocks clocks; ///< `sync` is the number of the event, from 1
  uint8_t kind;        ///< SyncKind
  uint8_t scope;       ///< Scope
  uint8_t flags;       ///< SyncFlags
  uint8_t more;        ///< of GivenUp
};
static_assert(sizeof(OrderEvent) == 40);

enum class ConflictKind : uint8_t {
  Pair,      ///< `previous` may be unordered with the access
  AskGivenUp ///< the access may conflict with those that were given up before
};

/// Two accesses whose order is decided when the launch is over; in the order in
/// which they happened to their word.
struct Conflict {
  uint64_t word;    ///< address, or shared offset with the block, of the word
  uint64_t address; ///< as in RaceRecord
  uint64_t thread;  ///< block << 32 | thread in block
  uint64_t previousThread;
  uint64_t moment; ///< events logged so far
  uint32_t launch;
  uint32_t module;
  uint32_t kernel;
  uint32_t site;
  uint32_t previousSite;
  uint32_t size; ///< bytes of the current access
  ThreadClocks clocks;
  ThreadClocks previousClocks;
  uint8_t space; ///< Space
  uint8_t usage; ///< AccessClass
  uint8_t previousUsage;
  uint8_t bytes; ///< of the word
  uint8_t previousBytes;
  uint8_t kind;         ///< ConflictKind
  uint8_t flags;        ///< RaceFlags
  uint8_t previousMore; ///< threads behind the previous one that did the same
};
static_assert(sizeof(Conflict) == 96);

struct TicketEntry {
  uint64_t location; ///< 0 empty
  /// Tickets taken. Of a barrier: full generations << 32 | arrivals since.
  uint64_t count;
};
static_assert(sizeof(TicketEntry) == 16);

/// Head of the log, in device memory. Counts go on beyond the capacities: then
/// something was lost.
struct OrderLog {
  uint64_t events; ///< OrderEvent[eventCapacity]
  uint64_t eventCapacity;
  uint64_t eventCount;
  uint64_t conflicts; ///< Conflict[conflictCapacity]
  uint64_t conflictCapacity;
  uint64_t conflictCount;
  uint64_t tickets;        ///< TicketEntry[ticketCapacity]
  uint64_t ticketCapacity; ///< power of two
  uint64_t lostTickets;    ///< locations without a ticket
};
static_assert(sizeof(OrderLog) == 72);

/// Locations that are no global address: a word of a block's shared memory, a
/// numbered barrier of a block in one launch (which may leave arrivals at it), a
/// barrier of some lanes of a warp (numbered over the grid). Numbers beyond 2^30
/// wrap, which no grid that fits on a device at once can notice; so do launches.
constexpr uint64_t locationTag(uint64_t tag, uint64_t number) {
  return tag << 62 | (number & ((uint64_t(1) << 30) - 1)) << 32;
}
constexpr uint64_t sharedLocation(uint64_t block, uint32_t offset) {
  return locationTag(2, block) | offset;
}
constexpr uint64_t barrierLocation(uint64_t block, uint32_t number, uint32_t launch) {
  return locationTag(2, block) | 0x80000000u | (launch & 0x07ffffffu) << 4 | (number & 15);
}
constexpr uint64_t lanesLocation(uint64_t warp, uint32_t mask) {
  return locationTag(3, warp) | mask;
}

//===--- Race records ------------------------------------------------------===//

/// How exactly the earlier access of a race is known.
enum class Known : uint8_t {
  Thread, ///< thread and site
  Warp,   ///< another thread of the current one's warp
  Block,  ///< another thread of the current one's block
  Grid,   ///< some thread of another block
};

/// Closest common group of the two threads of a race.
enum class Relation : uint8_t { Thread, Group, Warp, Block, Grid };

inline constexpr uint32_t UnknownSite = 0xffffffffu;

enum RaceFlags : uint8_t {
  RaceSameValue = 1u << 0,   ///< the store would not change memory
  RaceDecided = 1u << 1,     ///< fences, flags and locks have been looked at
  RaceLock = 1u << 2,        ///< both accesses hold a lock that does not order them, but by luck
  RaceOutOfBounds = 1u << 3, ///< no race: `address` is the first byte that no allocation holds
  // What would have ordered the two (order/Hypotheses.h):
  RaceNarrowFence = 1u << 4,  ///< fences of wider scope; with RaceLock: a lock of wider scope
  RaceNarrowAtomic = 1u << 5, ///< atomics, or atomics and fences, of wider scope
  RaceNoFence = 1u << 6,      ///< fences around the atomics there are
  RaceNoCommonLock = 1u << 7, ///< one lock: one of the two, or both, hold another or none
};

/// First example of a distinct race. Lives in pinned host memory, so that it
/// survives a crash of the kernel. Written once, `complete` last.
struct RaceRecord {
  uint32_t complete; ///< 0 while empty or being written
  uint32_t launch;
  uint32_t module;
  uint32_t kernel;
  uint32_t site;         ///< of the current (later) access
  uint32_t previousSite; ///< UnknownSite if the line is not known
  uint32_t size;         ///< bytes of the current access
  uint8_t space;         ///< Space
  uint8_t relation;      ///< Relation
  uint8_t known;         ///< Known: about the previous thread
  uint8_t flags;         ///< RaceFlags
  uint64_t address;      ///< first racing byte: global address or shared offset
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t blockIndex[3];  ///< of the current thread
  uint32_t thread;         ///< current thread, linear in its block
  uint32_t previousBlock;  ///< linear in the grid; valid for Known::Thread
  uint32_t previousThread; ///< linear in its block; valid for Known::Thread
  uint64_t key;            ///< see recordKey() in rt/device_records.cuh
};
static_assert(sizeof(RaceRecord) == 96);

//===--- Barrier divergence ------------------------------------------------===//

/// Distinct pairs of barriers that are told; later ones are lost.
inline constexpr uint32_t DivergenceCapacity = 64;
/// Power of two. Warps that share a note may hide each other's divergence, which
/// those on a device at once seldom do.
inline constexpr uint32_t BarrierNoteCount = 1u << 14;

/// At which barrier lanes of a warp wait (core/barrier_note.h), and which pairs
/// have a Divergence, at the same index. In device memory.
struct BarrierNotes {
  uint64_t notes[BarrierNoteCount];
  uint64_t pairs[DivergenceCapacity]; ///< 0 empty
};

/// Lanes of one warp wait for each other at different block barriers. Written
/// once, `complete` last.
struct Divergence {
  uint32_t complete;
  uint32_t launch;
  uint32_t module;
  uint32_t kernel;
  uint32_t barrier; ///< number in the module
  uint32_t otherBarrier;
  uint32_t lanes; ///< at `barrier`, together
  uint32_t warp;  ///< in its block
  uint32_t blockIndex[3];
  uint32_t reserved;
};
static_assert(sizeof(Divergence) == 48);

/// Run-wide counters in pinned host memory.
struct Counters {
  uint64_t lostRaces;      ///< distinct races not recorded: table full
  uint64_t threadsEntered; ///< twin threads that started (0: nothing was checked)
  // Of mode ld:
  uint64_t regions;       ///< that were run twice and compared, or found to race
  uint64_t comparedBytes; ///< of shared memory, once for each region
  uint64_t racingRegions; ///< with a pair of accesses that was told
  uint64_t givenUpRegions;
  uint64_t passes;    ///< of regions, without those that find lines
  uint64_t grids;     ///< launches whose blocks were compared
  uint64_t gridBytes; ///< of global memory that they changed
  uint64_t racingGrids;
  uint64_t givenUpGrids;
};
static_assert(sizeof(Counters) == 88);

/// Of one kernel, in device memory: every access may count.
struct KernelCounters {
  uint64_t values[unsigned(Counter::Count)];
};

} // namespace warpsan::abi
