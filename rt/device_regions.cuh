//===- device_regions.cuh - Regions of a block in mode ld ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All threads of a block come to the end of each region, once for each pass, also those
// that have ended. They decide alike, since they read the same notes behind a barrier.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/rounds.h"
#include "rt/device_copies.cuh"
#include "rt/device_grid.cuh"
#include "rt/device_shadow.cuh"
#include "rt/device_shared.cuh"
#include "rt/device_slots.cuh"

namespace warpsan::device {

/// What regions seldom do is called, so that what they always do has registers enough and saves
/// none of others.
#define WARPSAN_SELDOM __device__ __attribute__((noinline)) inline

/// Lanes first: where they come one by one, an H100 was seen to release a barrier early.
__device__ inline void meetLanes() {
  const uint32_t lanes = existingLanes();
  if (lanes == ~0u) // known lanes are faster
    __nvvm_bar_warp_sync(~0u);
  else
    __nvvm_bar_warp_sync(lanes);
}

__device__ inline void meet() {
  meetLanes();
  __nvvm_barrier_sync(0);
}

__device__ inline RegionNotes &notesOf(const RegionThread &thread, uint32_t turn) {
  return blockOf(thread).notes[turn & 1];
}

__device__ inline void giveUp(const RegionThread &thread) {
  raiseIn(pointer<uint32_t>(thread.launch->kernelFlags), abi::Reason::RegionGivenUp);
}

/// What regions do for the first time, and what counts.
__device__ inline bool comparesRegions(const RegionThread &thread) {
  return gridPassOf(thread) == GridPass::None || gridPassOf(thread) == GridPass::First;
}

/// An access that cannot be made where the program means it: in a second pass that comes of
/// what others wrote.
__device__ __attribute__((noinline, cold)) void noteStray(const RegionThread &thread) {
  if (passOf(thread) == RegionPass::Second)
    note(notesOf(thread, thread.turn).differs);
  else if (gridPassOf(thread) == GridPass::Second)
    note(gridOf(thread).differs);
  else if (comparesRegions(thread))
    giveUp(thread);
}

/// The copy that the thread has in this round.
__device__ inline void useCopy(RegionThread &thread, uint32_t round) {
  const RegionLayout &layout = layoutOf(thread);
  thread.round = round;
  thread.copy = layout.copies +
                copyIn(round, memberOf(thread), layout.copyCount) * copyStride(layout.copyBytes);
}

//===--- Accesses ----------------------------------------------------------===//

__device__ inline uint64_t marginOf(const RegionThread &thread) {
  return thread.copy + layoutOf(thread).copyBytes;
}

__device__ __attribute__((noinline, cold)) uint64_t strayPlace(const RegionThread &thread) {
  noteStray(thread);
  return marginOf(thread);
}

__device__ inline uint64_t copyOf(const RegionThread &thread, uint64_t address, uint64_t size) {
  const RegionLayout &layout = layoutOf(thread);
  const uint64_t offset = address - layout.first;
  if (offset <= layout.copyBytes && size <= layout.copyBytes - offset)
    return thread.copy + offset;
  return strayPlace(thread);
}

/// The byte of RegionLayout::touched for the first piece of the thread's copy.
__device__ inline uint64_t touchedOf(const RegionThread &thread) {
  const RegionLayout &layout = layoutOf(thread);
  return layout.touched + (thread.copy - layout.copies) / copyStride(layout.copyBytes);
}

/// Mode ld, behind a store to a copy, if it went there. `size` 1: the bytes lie in one piece.
__device__ inline void touch(uint64_t place, uint64_t size, uint64_t copy, uint32_t copyBytes,
                             uint64_t touched, uint32_t rowBytes) {
  const uint64_t offset = place - copy;
  if (offset > copyBytes)
    return;
  const auto note = [&](uint64_t at) {
    *pointer<volatile uint8_t>(touched + at / PieceBytes * rowBytes) = 1;
  };
  for (uint64_t at = 0; at < size; at += PieceBytes)
    note(offset + at);
  if (size > 1)
    note(offset + size - 1);
}

/// Mode det, behind a store: where all ones are to go.
__device__ inline uint64_t markOf(const RegionThread &thread, uint64_t place, uint64_t room) {
  const RegionLayout &layout = layoutOf(thread);
  return place - thread.copy < copyStride(layout.copyBytes) ? place + layout.marks : room;
}

/// Another thread stored to the place between two instructions of this one, or with the same
/// instruction. Of what lies in write buffers nothing is known.
__device__ __attribute__((noinline, cold)) void noteLost(const RegionThread &thread,
                                                         uint64_t place) {
  RegionNotes &notes = notesOf(thread, thread.turn);
  if (place - thread.copy < layoutOf(thread).copyBytes)
    note(runsOnce(thread) ? notes.lost : notes.conflicts);
}

/// A first pass does what the program does.
__device__ inline bool isReachable(RegionThread &thread, uint64_t address, uint64_t size) {
  if (passOf(thread) != RegionPass::Second && gridPassOf(thread) != GridPass::Second)
    return true;
  const auto isWithin = [&](uint64_t base, uint64_t bytes) {
    return address - base < bytes && size <= bytes - (address - base);
  };
  if (isWithin(thread.reached, thread.reachedBytes))
    return true;
  const abi::Range *range = findRange(*thread.launch, address);
  if (!range || !isWithin(range->base, range->size))
    return __nvvm_isspacep_const(pointer<const void>(address));
  thread.reached = range->base;
  thread.reachedBytes = range->size;
  return true;
}

/// Whether memory itself holds what the warp sees.
__device__ inline bool isInMemory(const RegionThread &thread, uint64_t address, uint64_t size) {
  if (gridPassOf(thread) == GridPass::None && !hasLines(thread, currentNumber(thread)) &&
      !hasLines(thread, UnionBuffer))
    return true;
  for (uint64_t at = address & ~uint64_t(WriteLineBytes - 1); at < address + size;
       at += WriteLineBytes)
    if (!viewOf(thread, at).isMemory())
      return false;
  return true;
}

__device__ inline void loadLines(const RegionThread &thread, uint64_t address, uint64_t size,
                                 uint8_t *to) {
  for (uint64_t at = address, end = address + size; at < end;) {
    const View view = viewOf(thread, at);
    do
      *to++ = view.byte(at % WriteLineBytes);
    while (++at < end && at % WriteLineBytes);
  }
}

/// Where to load from: memory, or `room` with the value as the warp sees it.
__device__ __attribute__((noinline)) uint64_t loadThrough(RegionThread &thread, uint64_t address,
                                                          uint64_t size, uint64_t room) {
  if (!isReachable(thread, address, size)) {
    noteStray(thread);
    for (uint64_t i = 0; i < size; ++i)
      *pointer<uint8_t>(room + i) = 0;
    return room;
  }
  if (isInMemory(thread, address, size))
    return address;
  loadLines(thread, address, size, pointer<uint8_t>(room));
  return room;
}

/// The region cannot run again.
__device__ __attribute__((noinline, cold)) void noteOverflow(const RegionThread &thread) {
  note(notesOf(thread, thread.turn).overflowed);
  if (gridPassOf(thread) != GridPass::None)
    noteNoRoom(thread);
}

/// In a pass of the grid nothing goes to memory.
__device__ inline uint64_t overflow(const RegionThread &thread, uint64_t address) {
  noteOverflow(thread);
  return gridPassOf(thread) == GridPass::None ? address : marginOf(thread);
}

/// Where to store bytes of one line: in the buffer; without room in memory.
__device__ __attribute__((noinline)) uint64_t storeThrough(RegionThread &thread, uint64_t address,
                                                           uint64_t size) {
  const bool reachable = isReachable(thread, address, size);
  WriteLine *line =
      reachable ? makeLine(currentBuffer(thread), address, lineOwner(thread)) : nullptr;
  if (line) {
    const uint32_t first = address % WriteLineBytes;
    orRelaxed(&line->mask, lineMask(first, uint32_t(size)));
    note(blockOf(thread).hasLines[currentNumber(thread)]);
    return reinterpret_cast<uint64_t>(line->bytes) + first;
  }
  if (reachable && passOf(thread) != RegionPass::Second)
    return overflow(thread, address);
  noteStray(thread);
  return marginOf(thread);
}

/// What no thread reads while it may write there, and no two write, needs no buffer: the store
/// does the same each time, which the digest of what was stored tells. Second passes leave it out.
__device__ inline bool isDirect(const RegionThread &thread, uint32_t flags) {
  const uint32_t root = rootOf(flags);
  return root && thread.launch->directRoots >> (root - 1) & 1;
}

enum class Where { Copy, Own, Global };

__device__ inline Where whereIs(uint64_t address, uint32_t flags) {
  if (flags & AccessGlobal)
    return Where::Global;
  const void *generic = pointer<const void>(address);
  if (__nvvm_isspacep_shared(generic))
    return Where::Copy;
  return __nvvm_isspacep_local(generic) ? Where::Own : Where::Global;
}

__device__ inline uint8_t loadByte(RegionThread &thread, uint64_t address) {
  switch (whereIs(address, 0)) {
  case Where::Copy:
    return *pointer<const volatile uint8_t>(copyOf(thread, address, 1));
  case Where::Own:
    return *pointer<const volatile uint8_t>(address);
  case Where::Global:
    break;
  }
  if (isReachable(thread, address, 1))
    return readByte(thread, address);
  noteStray(thread);
  return 0;
}

__device__ inline void storeByte(RegionThread &thread, uint64_t address, uint8_t value) {
  uint64_t to = address;
  const Where where = whereIs(address, 0);
  if (where == Where::Copy)
    to = copyOf(thread, address, 1);
  else if (where == Where::Global)
    to = storeThrough(thread, address, 1);
  *pointer<volatile uint8_t>(to) = value;
  if (where != Where::Copy)
    return;
  const RegionLayout &layout = layoutOf(thread);
  if (runsOnce(thread))
    *pointer<volatile uint8_t>(to + layout.marks) = 0xff;
  else
    touch(to, 1, thread.copy, layout.copyBytes, touchedOf(thread), layout.rowBytes);
}

/// As memmove.
__device__ __attribute__((noinline)) void copyThrough(RegionThread &thread, uint64_t to,
                                                      uint64_t from, uint64_t bytes) {
  const bool backwards = to - from < bytes;
  for (uint64_t i = 0; i < bytes; ++i) {
    const uint64_t at = backwards ? bytes - 1 - i : i;
    storeByte(thread, to + at, loadByte(thread, from + at));
  }
}

__device__ __attribute__((noinline)) void fillThrough(RegionThread &thread, uint64_t to,
                                                      uint8_t value, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; ++i)
    storeByte(thread, to + i, value);
}

//===--- Warps -------------------------------------------------------------===//

__device__ inline WarpMeeting &meetingOf(const RegionThread &thread) {
  return blockOf(thread).meetings[threadInBlock() / 32];
}

__device__ inline uint32_t ownLane() { return 1u << (threadInBlock() & 31); }

/// Before an instruction that all lanes of the warp execute but those that have ended: the
/// lanes that do. They wait for each other there, so none comes here twice before all have
/// come once, and the bits of the time before last are gone.
__device__ __attribute__((noinline)) uint32_t meetWarp(RegionThread &thread) {
  WarpMeeting &meeting = meetingOf(thread);
  const uint32_t turn = thread.meetings++ & 1;
  andRelaxed(&meeting.arrived[turn ^ 1], ~ownLane());
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  orRelaxed(&meeting.arrived[turn], ownLane());
  const uint32_t lanes = existingLanes();
  while (((loadRelaxed(&meeting.arrived[turn]) | loadRelaxed(&meeting.ended)) & lanes) != lanes)
    __nvvm_nanosleep(20);
  return loadRelaxed(&meeting.arrived[turn]) & lanes;
}

//===--- Ends of regions ---------------------------------------------------===//

/// Lines in use, read by each thread before any of them is cleared.
struct LineCounts {
  uint32_t first;
  uint32_t second;
  uint32_t all;

  __device__ bool any() const { return first | second | all; }
};

__device__ inline uint32_t countLines(const RegionLayout &layout, uint32_t which) {
  return loadRelaxed(&bufferOf(layout, which).head->used);
}

__device__ inline LineCounts countLines(const RegionLayout &layout) {
  return {countLines(layout, FirstBuffer), countLines(layout, SecondBuffer),
          countLines(layout, UnionBuffer)};
}

/// While nobody stores.
__device__ inline LineCounts knownLines(const RegionThread &thread) {
  const auto count = [&](uint32_t which) {
    return hasLines(thread, which) ? countLines(layoutOf(thread), which) : 0;
  };
  return {count(FirstBuffer), count(SecondBuffer), count(UnionBuffer)};
}

__device__ inline void clearBuffer(const RegionThread &thread, uint32_t which, uint32_t count) {
  const Buffer buffer = bufferOf(thread, which);
  forLines(buffer, count, clearLine);
  if (threadInBlock() == 0)
    buffer.head->used = blockOf(thread).hasLines[which] = 0;
}

__device__ inline void clearBuffers(const RegionThread &thread, const LineCounts &counts) {
  clearBuffer(thread, FirstBuffer, counts.first);
  clearBuffer(thread, SecondBuffer, counts.second);
  clearBuffer(thread, UnionBuffer, counts.all);
}

WARPSAN_SELDOM bool linesDiffer(const RegionThread &thread, const LineCounts &counts) {
  bool differs = false;
  const Buffer second = bufferOf(thread, SecondBuffer);
  forLines(second, counts.second, [&](const WriteLine &line) {
    const uint64_t address = lineAddress(line.number);
    const View before = viewBefore(thread, address);
    differs |= differsFromUnion(line, findLine(unionBuffer(thread), address, NoOwner),
                                [&](uint32_t byte) { return before.byte(byte); });
  });
  forLines(bufferOf(thread, FirstBuffer), counts.first, [&](const WriteLine &line) {
    const uint32_t owner = ownerOf(line.number);
    differs |= !isWrittenAgain(line, findLine(second, lineAddress(line.number), owner));
  });
  return differs;
}

/// step(offset, bit of changedPieces, whether that stands for others, too) for the thread's
/// pieces.
template <typename Step>
__device__ inline void forNumberedPieces(const RegionLayout &layout, const Step &step) {
  constexpr uint32_t Last = 63;
  uint32_t number = 0;
  forPieces(layout, [&](uint64_t piece) {
    step(piece, uint64_t(1) << number, number == Last);
    number += number < Last;
  });
}

/// `touched` 0: somebody changed the piece in the first pass.
WARPSAN_SELDOM bool pieceDiffers(const RegionLayout &layout, uint64_t piece, uint32_t touched) {
  const Copies copies(layout);
  return touched ? copies.differsFromStart(piece, touched) : copies.differsFromUnion(piece);
}

__device__ inline bool copiesDiffer(const RegionThread &thread) {
  bool differs = false;
  const RegionLayout &layout = layoutOf(thread);
  const TouchedRows rows(layout);
  const uint64_t changed = thread.changedPieces;
  forNumberedPieces(layout, [&](uint64_t piece, uint64_t bit, bool) {
    const uint32_t touched = rows.take(piece);
    if (touched || (changed & bit))
      differs |= pieceDiffers(layout, piece, changed & bit ? 0 : touched);
  });
  return differs;
}

__device__ inline bool outcomesDiffer(const RegionThread &thread, const LineCounts &counts) {
  return copiesDiffer(thread) || (counts.any() && linesDiffer(thread, counts));
}

/// The block's next pass is `pass`. What it does to its clocks until then is done again.
__device__ inline void startPass(RegionThread &thread, RegionPass pass) {
  constexpr uint32_t Times = 10, Fewest = 1000;
  if (passOf(thread) == RegionPass::First)
    thread.allSteps += thread.steps;
  if (pass == RegionPass::Second)
    thread.mostSteps = thread.steps > ~0u / Times - Fewest ? ~0u : Times * thread.steps + Fewest;
  thread.pass = uint32_t(pass);
  thread.steps = thread.meetings = 0;
  thread.warpClock = thread.groupClock = 0;
  thread.groupMask = thread.mixedMasks = 0;
}

/// Whether all copies are as the union.
__device__ inline bool areEqual(const RegionThread &thread, const RegionNotes &notes) {
  return passOf(thread) == RegionPass::Second && !notes.conflicts && !notes.differs;
}

WARPSAN_SELDOM void keepUnion(const RegionThread &thread) {
  const uint64_t changed = thread.changedPieces;
  const RegionLayout &layout = layoutOf(thread);
  const Copies copies(layout);
  forNumberedPieces(layout, [&](uint64_t piece, uint64_t bit, bool) {
    if (changed & bit)
      copies.keepUnion(piece);
  });
}

/// Recorded passes may have changed other pieces.
WARPSAN_SELDOM void unite(const RegionThread &thread) {
  const uint64_t changed = thread.changedPieces;
  const bool isRecord = passOf(thread) == RegionPass::Record;
  const RegionLayout &layout = layoutOf(thread);
  const Copies copies(layout);
  forNumberedPieces(layout, [&](uint64_t piece, uint64_t bit, bool) {
    if (changed & bit)
      copies.unite(piece);
    else if (isRecord)
      copies.restart(piece);
  });
}

WARPSAN_SELDOM void settle(const RegionThread &thread) {
  const RegionLayout &layout = layoutOf(thread);
  const Copies copies(layout);
  forPieces(layout, [&](uint64_t piece) { copies.settle(piece); });
}

/// What the region leaves in shared memory is what the next one starts from. Whether the block
/// has to meet behind that.
__device__ inline bool commitCopies(RegionThread &thread, const RegionNotes &notes) {
  if (runsOnce(thread)) {
    settle(thread);
    return true;
  }
  if (passOf(thread) == RegionPass::First && !thread.changed)
    return false;
  if (areEqual(thread, notes)) {
    if (thread.changedPieces)
      keepUnion(thread);
    return false;
  }
  unite(thread);
  return true;
}

/// In the order of those that have lines, whatever second passes would do.
__device__ inline void settleLines(const RegionThread &thread, const LineCounts &counts) {
  forLines(unionBuffer(thread), counts.all, [&](WriteLine &line) {
    settleLine(bufferOf(thread, FirstBuffer), line, layoutOf(thread).copyCount,
               [](uint64_t member) { return uint32_t(member) + 1; });
  });
}

/// There is no union where it did not fit, or nobody asks for an order.
__device__ inline bool hasUnion(const RegionThread &thread, const RegionNotes &notes) {
  return !notes.overflowed && !(layoutOf(thread).flags & abi::LaunchAnyOrder);
}

/// The union is what the region leaves, or else its parts are.
WARPSAN_SELDOM void commitLines(const RegionThread &thread, const RegionNotes &notes) {
  const LineCounts counts = countLines(layoutOf(thread));
  if (runsOnce(thread) && notes.conflicts)
    settleLines(thread, counts);
  meet();
  const bool isUnion = hasUnion(thread, notes);
  forLines(isUnion ? unionBuffer(thread) : bufferOf(thread, FirstBuffer),
           isUnion ? counts.all : counts.first,
           [&](const WriteLine &line) { commitLine(thread, line); });
  clearBuffers(thread, counts);
}

/// Whether the outcome may be another one each time.
__device__ inline bool isGivenUp(const RegionThread &thread, const RegionNotes &notes) {
  if (runsOnce(thread))
    return notes.overflowed || notes.lost;
  return passOf(thread) == RegionPass::Record ? !notes.told : notes.overflowed;
}

__device__ inline void countRegion(const RegionThread &thread, const RegionNotes &notes) {
  if (threadInBlock() != 0 || !comparesRegions(thread))
    return;
  RegionBlock &block = blockOf(thread);
  block.racing += passOf(thread) == RegionPass::Record && notes.told;
  if (notes.told && gridPassOf(thread) != GridPass::None)
    note(gridOf(thread).told);
  if (isGivenUp(thread, notes)) {
    ++block.givenUp;
    return giveUp(thread);
  }
  ++block.regions;
  block.comparedBytes += block.layout.comparedBytes;
}

__device__ inline MergedLine mergeIntoUnion(const RegionThread &thread, WriteLine &line) {
  if (runsOnce(thread))
    return mergeWholeLine(unionBuffer(thread), line);
  const View before = viewBefore(thread, lineAddress(line.number));
  return mergeLine(unionBuffer(thread), line, [&](uint32_t byte) { return before.byte(byte); });
}

WARPSAN_SELDOM void mergeLines(const RegionThread &thread, const LineCounts &counts,
                               RegionNotes &notes) {
  forLines(bufferOf(thread, FirstBuffer), counts.first, [&](WriteLine &line) {
    const MergedLine merged = mergeIntoUnion(thread, line);
    if (merged.conflicts)
      note(notes.conflicts);
    if (!merged.fits)
      noteOverflow(thread);
    if (!line.changed)
      return;
    note(notes.changed);
    note(blockOf(thread).hasLines[UnionBuffer]);
  });
}

/// What there is a union of then.
WARPSAN_SELDOM bool mergePiece(const RegionLayout &layout, RegionNotes &notes, uint64_t piece,
                               uint32_t touched, bool isForOthers) {
  const MergedPiece merged = Copies(layout).merge(piece, touched, isForOthers);
  if (merged.changed)
    note(notes.changed);
  if (merged.conflicts)
    note(notes.conflicts);
  return merged.changed || isForOthers;
}

__device__ inline void mergeCopies(RegionThread &thread, RegionNotes &notes) {
  uint64_t changed = 0;
  const RegionLayout &layout = layoutOf(thread);
  const TouchedRows rows(layout);
  forNumberedPieces(layout, [&](uint64_t piece, uint64_t bit, bool isForOthers) {
    const uint32_t touched = rows.take(piece);
    if ((touched || isForOthers) && mergePiece(layout, notes, piece, touched, isForOthers))
      changed |= bit;
  });
  thread.changedPieces = changed;
}

__device__ inline void countPass(const RegionThread &thread) {
  if (threadInBlock() == 0 && passOf(thread) != RegionPass::Record)
    ++blockOf(thread).passes;
}

/// Behind the barrier at which the pass ended: looks at its outcome, and notes what it finds.
__device__ inline __attribute__((always_inline)) void
examine(RegionThread &thread, RegionNotes &notes, uint64_t digest, const LineCounts &counts) {
  switch (passOf(thread)) {
  case RegionPass::First:
    if (layoutOf(thread).flags & abi::LaunchAnyOrder)
      return;
    if (!runsOnce(thread))
      mergeCopies(thread, notes);
    if (counts.first)
      mergeLines(thread, counts, notes);
    return;
  case RegionPass::Second:
    if (digest != thread.digest || outcomesDiffer(thread, counts))
      note(notes.differs);
    return;
  case RegionPass::Record:
    return;
  }
}

/// What comes behind a pass.
enum class Next { Second, Round, Record, Over };

/// Where nobody has changed anything, a second pass would do what the first one did.
__device__ inline Next nextOf(const RegionThread &thread, const RegionNotes &notes) {
  const RegionPass pass = passOf(thread);
  if (pass == RegionPass::Record || notes.overflowed || !comparesRegions(thread) ||
      runsOnce(thread))
    return Next::Over;
  if (notes.conflicts || notes.differs)
    return Next::Record;
  if (pass == RegionPass::First && thread.changed)
    return Next::Second;
  return thread.round + 1 < layoutOf(thread).rounds ? Next::Round : Next::Over;
}

__device__ inline RegionNext codeOf(Next next) {
  switch (next) {
  case Next::Second:
  case Next::Round:
    return RegionNext::Repeat;
  case Next::Record:
    return RegionNext::Record;
  case Next::Over:
    return RegionNext::GoOn;
  }
}

/// counters=1: what has passed since the last time is of this phase.
WARPSAN_SELDOM void addCycles(const RegionThread &thread, RegionPhase phase) {
  RegionBlock &block = blockOf(thread);
  const uint64_t now = __builtin_readcyclecounter();
  block.cycles[uint32_t(phase)] += now - block.latest;
  block.latest = now;
}

__device__ inline void countCycles(const RegionThread &thread, RegionPhase phase) {
  if ((layoutOf(thread).flags & abi::LaunchCountAccesses) && threadInBlock() == 0)
    addCycles(thread, phase);
}

/// How a thread comes to the end of a pass.
enum class Arrival {
  GoesOn, ///< at a barrier
  Ends,   ///< it has come to its end in this pass
  Ended,  ///< in a region before
};

/// A lane that runs again has not ended. Lanes go on when those of their warp may meet again.
__device__ inline void resetMeetings(const RegionThread &thread, Next next, Arrival arrival) {
  WarpMeeting &meeting = meetingOf(thread);
  if (threadInBlock() % 32 == 0)
    meeting.arrived[0] = meeting.arrived[1] = 0;
  if (next != Next::Over && arrival == Arrival::Ends)
    andRelaxed(&meeting.ended, ~ownLane());
  meetLanes();
}

/// The region from its start.
__device__ inline void restart(const RegionThread &thread) {
  const RegionLayout &layout = layoutOf(thread);
  const Copies copies(layout);
  forPieces(layout, [&](uint64_t piece) { copies.restart(piece); });
}

/// With other copies.
WARPSAN_SELDOM void startRound(RegionThread &thread, const LineCounts &counts) {
  if (thread.changed || counts.any()) {
    restart(thread);
    clearBuffers(thread, counts);
    meet();
  }
  useCopy(thread, thread.round + 1);
  startPass(thread, RegionPass::First);
}

WARPSAN_SELDOM void startRecord(RegionThread &thread, const LineCounts &counts) {
  restart(thread);
  clearBuffer(thread, SecondBuffer, counts.second);
  startPass(thread, RegionPass::Record);
  meet();
}

__device__ inline void endRegion(RegionThread &thread, const RegionNotes &notes,
                                 const LineCounts &counts) {
  countRegion(thread, notes);
  const bool hasToMeet = commitCopies(thread, notes);
  if (counts.any())
    commitLines(thread, notes);
  useCopy(thread, 0);
  startPass(thread, RegionPass::First);
  if (hasToMeet || counts.any())
    meet();
}

__device__ inline __attribute__((always_inline)) void
prepare(RegionThread &thread, Next next, const RegionNotes &notes, const LineCounts &counts) {
  switch (next) {
  case Next::Second:
    return startPass(thread, RegionPass::Second);
  case Next::Round:
    return startRound(thread, counts);
  case Next::Record:
    return startRecord(thread, counts);
  case Next::Over:
    return endRegion(thread, notes, counts);
  }
}

struct RegionEnd {
  RegionNext next;
  bool continues; ///< some thread is behind the region
};

/// Notes of the next turn are not used until the block has met again. What threads decide by
/// is not written between the second meeting here and the next one.
__device__ __attribute__((noinline)) RegionEnd endPass(RegionThread &thread, uint64_t digest,
                                                       Arrival arrival) {
  RegionNotes &notes = notesOf(thread, thread.turn);
  if (arrival == Arrival::GoesOn)
    note(notes.continues);
  countCycles(thread, RegionPhase(thread.pass));
  meet();
  countCycles(thread, RegionPhase::Wait);
  const LineCounts counts = knownLines(thread);
  if (threadInBlock() == 0)
    notesOf(thread, thread.turn + 1) = {};
  countPass(thread);
  examine(thread, notes, digest, counts);
  countCycles(thread, RegionPhase::Compare);
  meet();
  countCycles(thread, RegionPhase::Wait);
  const RegionNotes found = notes;
  if (passOf(thread) == RegionPass::First) {
    thread.digest = digest;
    thread.changed = found.changed;
    if (found.conflicts && gridPassOf(thread) == GridPass::Second)
      note(gridOf(thread).differs);
  }
  const Next next = nextOf(thread, found);
  resetMeetings(thread, next, arrival);
  prepare(thread, next, found, counts);
  ++thread.turn;
  countCycles(thread, RegionPhase::Commit);
  return {codeOf(next), found.continues != 0};
}

__device__ inline RegionTotals &totalsOf(const abi::LaunchRecord &launch) {
  return *pointer<RegionTotals>(launch.regionSlots - sizeof(RegionTotals));
}

__device__ inline void handOver(RegionTotals &totals, abi::Counters &counters) {
  addRelaxed(&counters.regions, exchangeRelaxed(&totals.regions, uint64_t(0)));
  addRelaxed(&counters.racingRegions, exchangeRelaxed(&totals.racing, uint64_t(0)));
  addRelaxed(&counters.givenUpRegions, exchangeRelaxed(&totals.givenUp, uint64_t(0)));
  addRelaxed(&counters.comparedBytes, exchangeRelaxed(&totals.comparedBytes, uint64_t(0)));
  addRelaxed(&counters.passes, exchangeRelaxed(&totals.passes, uint64_t(0)));
  totals.blocks = 0;
}

/// By the first thread of each block, when it ends.
__device__ inline void addTotals(const RegionThread &thread) {
  RegionTotals &totals = totalsOf(*thread.launch);
  const RegionBlock &block = blockOf(thread);
  addRelaxed(&totals.regions, block.regions);
  addRelaxed(&totals.comparedBytes, block.comparedBytes);
  addRelaxed(&totals.passes, block.passes);
  if (block.racing)
    addRelaxed(&totals.racing, block.racing);
  if (block.givenUp)
    addRelaxed(&totals.givenUp, block.givenUp);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (addRelaxed(&totals.blocks, uint64_t(1)) + 1 == blocksInGrid())
    handOver(totals, *pointer<abi::Counters>(thread.launch->counters));
}

__device__ inline void addPhases(const RegionThread &thread) {
  if (!isCounting(*thread.launch))
    return;
  for (uint32_t phase = 0; phase < RegionPhases; ++phase)
    addToCounter(*thread.launch, abi::Counter(uint32_t(abi::Counter::FirstPassCycles) + phase),
                 blockOf(thread).cycles[phase]);
}

__device__ inline void addCounts(const RegionThread &thread) {
  if (gridPassOf(thread) == GridPass::First &&
      loadRelaxed(&gridOf(thread).mostSteps) < thread.allSteps)
    maxRelaxed(&gridOf(thread).mostSteps, thread.allSteps);
  if (threadInBlock() != 0)
    return;
  addPhases(thread);
  if (comparesRegions(thread))
    addTotals(thread);
}

/// Threads that have ended take part in the regions of the others.
__device__ __attribute__((noinline)) RegionNext endThread(RegionThread &thread, uint64_t digest) {
  orRelaxed(&meetingOf(thread).ended, ownLane());
  RegionEnd end = endPass(thread, digest, Arrival::Ends);
  if (end.next != RegionNext::GoOn)
    return end.next;
  while (end.continues || end.next != RegionNext::GoOn)
    end = endPass(thread, 0, Arrival::Ended);
  addCounts(thread);
  return RegionNext::GoOn;
}

/// Of a thread in whose pass something ran away: it ends, the others come to their ends, too.
__device__ __attribute__((noinline)) RegionNext leavePass(RegionThread &thread) {
  if (!isPassOver(thread))
    return endPass(thread, ~thread.digest, Arrival::GoesOn).next;
  note(notesOf(thread, thread.turn).overflowed);
  if (gridPassOf(thread) == GridPass::Second)
    note(gridOf(thread).differs);
  return endThread(thread, 0);
}

inline constexpr uint32_t NoLimit = ~0u;

/// Rounds of loops after which a thread has to ask again whether its pass leads anywhere.
__device__ inline uint32_t nextLimit(const RegionThread &thread) {
  constexpr uint32_t Often = 256;
  if (gridPassOf(thread) != GridPass::None)
    return thread.steps + Often;
  return passOf(thread) == RegionPass::Second ? thread.mostSteps : NoLimit;
}

/// The next limit, or 0: the thread has to leave.
__device__ __attribute__((noinline)) uint32_t limitAfter(RegionThread &thread, uint32_t steps) {
  thread.steps = steps;
  const bool isSecond = passOf(thread) == RegionPass::Second;
  if ((isSecond && steps >= thread.mostSteps) ||
      (gridPassOf(thread) != GridPass::None && isPassOver(thread)))
    return 0;
  return nextLimit(thread);
}

__device__ inline uint64_t sharedAddress(uint32_t offset) {
  using SharedPointer = __attribute__((address_space(3))) char *;
  return reinterpret_cast<uint64_t>(
      (char *)(SharedPointer)uint64_t(__warpsan_shared_base() + offset));
}

/// Static and dynamic shared memory of the kernel.
struct SharedParts {
  uint64_t fixed;
  uint32_t fixedBytes;
  uint64_t dynamic; ///< or 0
};

__device__ inline void setPieces(RegionLayout &layout, const SharedParts &parts,
                                 uint32_t dynamicBytes) {
  const bool isDynamic = parts.dynamic && dynamicBytes;
  const uint64_t fixed = parts.fixed - layout.first, dynamic = parts.dynamic - layout.first;
  const uint64_t from = parts.fixedBytes ? fixed : isDynamic ? dynamic : 0;
  const uint64_t end = isDynamic ? dynamic + dynamicBytes : from + parts.fixedBytes;
  layout.from = uint32_t(from) / PieceBytes * PieceBytes;
  layout.end = uint32_t(end);
  layout.comparedBytes = parts.fixedBytes + (isDynamic ? dynamicBytes : 0);
}

/// Of the block whose slot it is.
__device__ inline RegionLayout layoutFor(const abi::LaunchRecord &launch, uint64_t slot) {
  RegionLayout layout{};
  layout.first = sharedAddress(launch.sharedFirst);
  layout.copies = launch.sharedCopies ? sharedAddress(launch.sharedCopies) + sizeof(RegionBlock)
                                      : slot + copiesOffset(launch.bufferLines);
  const uint64_t stride = copyStride(launch.copyBytes);
  layout.all = layout.copies + launch.copies * stride;
  layout.stale = launch.flags & abi::LaunchPoison ? layout.all + stride : layout.first;
  layout.touched = layout.all + (launch.flags & abi::LaunchPoison ? 2 : 1) * stride;
  layout.marks = firstMarks(launch.copies) * stride;
  layout.buffers = slot + sizeof(RegionBlock);
  layout.copyBytes = launch.copyBytes;
  layout.rowBytes = rowBytesFor(launch.copies);
  layout.copyCount = launch.copies;
  layout.rounds = launch.rounds;
  layout.flags = launch.flags;
  const bool isRerun = GridPass(launch.gridPass) == GridPass::Rerun;
  layout.gridPass = isRerun ? uint32_t(GridPass::None) : launch.gridPass;
  layout.bufferLines = launch.bufferLines;
  if (GridPass(launch.gridPass) == GridPass::Second)
    layout.mostAllSteps = mostSteps(pointer<GridState>(launch.gridState)->mostSteps);
  return layout;
}

/// Mode det has no rows.
__device__ inline void clearTouched(const RegionLayout &layout) {
  const uint64_t bytes =
      layout.flags & abi::LaunchOnce ? 0 : touchedBytes(layout.copyCount, layout.copyBytes);
  for (uint64_t at = threadInBlock() * PieceBytes; at < bytes; at += threadsInBlock() * PieceBytes)
    *pointer<Piece>(layout.touched + at) = {};
}

/// A block that ended early may have left something in its slot.
__device__ inline void enterBlock(RegionThread &thread, const RegionLayout &layout) {
  const LineCounts counts = countLines(layout);
  meet();
  if (threadInBlock() == 0) {
    blockOf(thread) = {};
    blockOf(thread).layout = layout;
    blockOf(thread).always = 1;
    blockOf(thread).latest = __builtin_readcyclecounter();
  }
  clearTouched(layout);
  const Copies copies(layout);
  const bool isOnce = layout.flags & abi::LaunchOnce;
  forPieces(layout, [&](uint64_t piece) { isOnce ? copies.clear(piece) : copies.enter(piece); });
  meet();
  if (!counts.any())
    return;
  clearBuffers(thread, counts);
  meet();
}

/// False: the launch is for something else.
__device__ __attribute__((noinline)) bool enterRegions(RegionThread &thread, uint64_t fixed,
                                                       uint32_t fixedBytes, uint64_t dynamic) {
  if (sweepGrid(thread))
    return false;
  const abi::LaunchRecord &launch = *thread.launch;
  const uint64_t slot =
      launch.regionSlots + heldSlot(launch, blockInGrid()).slot * launch.regionStride;
  thread.block = launch.sharedCopies ? sharedAddress(launch.sharedCopies) : slot;
  RegionLayout layout = layoutFor(launch, slot);
  setPieces(layout, {fixed, fixedBytes, dynamic}, launch.dynamicBytes);
  thread.digest = thread.changedPieces = thread.allSteps = thread.reached = thread.reachedBytes = 0;
  thread.turn = thread.steps = thread.mostSteps = thread.meetings = thread.changed = 0;
  thread.pass = uint32_t(RegionPass::First);
  enterBlock(thread, layout);
  useCopy(thread, 0);
  return true;
}

/// What a load of the pass asks: 0 if memory holds all that the warp may see.
__device__ inline const uint32_t *linesToAsk(const RegionThread &thread) {
  const RegionBlock &block = blockOf(thread);
  const bool mayAsk = gridPassOf(thread) == GridPass::None && passOf(thread) != RegionPass::Second;
  return mayAsk ? &block.hasLines[currentNumber(thread)] : &block.always;
}

#undef WARPSAN_SELDOM

} // namespace warpsan::device
