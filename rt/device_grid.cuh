//===- device_grid.cuh - Sweeps over what the blocks of a grid wrote --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of the twin that run none of the program's code: all threads of the grid take
// lines of the table by turns. Each looks at the whole table, since the union grows in it
// while they do.
//===----------------------------------------------------------------------===//
#pragma once
#include "rt/device_records.cuh"
#include "rt/device_views.cuh"

namespace warpsan::device {

__device__ inline void note(uint32_t &flag) { storeRelaxed(&flag, 1u); }

__device__ inline uint64_t blocksInGrid() {
  return uint64_t(__nvvm_read_ptx_sreg_nctaid_x()) * __nvvm_read_ptx_sreg_nctaid_y() *
         __nvvm_read_ptx_sreg_nctaid_z();
}

template <typename Step>
__device__ inline void forTable(const Buffer &table, const Step &step) {
  const uint64_t threads = blocksInGrid() * threadsInBlock();
  for (uint64_t i = blockInGrid() * threadsInBlock() + threadInBlock(); i < table.capacity;
       i += threads)
    if (loadRelaxed(&table.lines()[i].number))
      step(table.lines()[i]);
}

/// Nothing has written to it since the launch began.
struct Memory {
  uint64_t line;

  __device__ uint8_t operator()(uint32_t byte) const {
    return *pointer<const volatile uint8_t>(line + byte);
  }
};

__device__ inline bool isOf(const WriteLine &line, GridPass pass) {
  const uint32_t owner = ownerOf(line.number);
  return owner != NoOwner && passOfOwner(owner) == pass;
}

__device__ inline void mergeGrid(GridState &state, const Buffer &table, bool isOnce) {
  forTable(table, [&](WriteLine &line) {
    if (!isOf(line, GridPass::First))
      return;
    const MergedLine merged = isOnce ? mergeWholeLine(table, line)
                                     : mergeLine(table, line, Memory{lineAddress(line.number)});
    if (!merged.fits)
      note(state.overflowed);
    if (merged.conflicts)
      note(state.conflicts);
  });
}

__device__ inline bool isAsBefore(const Buffer &table, const WriteLine &line) {
  const uint64_t address = lineAddress(line.number);
  if (isOf(line, GridPass::Second))
    return !differsFromUnion(line, findLine(table, address, NoOwner), Memory{address});
  if (!isOf(line, GridPass::First) || !line.changed)
    return true;
  const uint64_t block = blockOfOwner(ownerOf(line.number));
  return isWrittenAgain(line, findLine(table, address, gridOwner(block, GridPass::Second)));
}

__device__ inline void compareGrid(GridState &state, const Buffer &table) {
  uint64_t bytes = 0;
  forTable(table, [&](const WriteLine &line) {
    if (ownerOf(line.number) == NoOwner)
      bytes += uint64_t(__builtin_popcount(line.mask));
    else if (!isAsBefore(table, line))
      note(state.differs);
  });
  if (bytes)
    addRelaxed(&state.bytes, bytes);
}

/// By any thread: lines of the union are settled where they are written, since nothing else
/// looks at them in this sweep.
__device__ inline void writeGrid(const RegionThread &thread, GridState &state,
                                 const Buffer &table) {
  const bool anyOrder = thread.launch->flags & abi::LaunchAnyOrder;
  const uint64_t blocks = thread.launch->gridBlocks;
  uint64_t bytes = 0;
  forTable(table, [&](WriteLine &line) {
    if (anyOrder == (ownerOf(line.number) == NoOwner))
      return;
    settleLine(table, line, anyOrder ? 0 : blocks,
               [](uint64_t block) { return gridOwner(block, GridPass::First); });
    writeBack(line);
    bytes += uint64_t(__builtin_popcount(line.mask));
  });
  if (bytes)
    addRelaxed(&state.bytes, bytes);
}

__device__ inline bool gridDiffers(const GridState &state) {
  return state.conflicts || state.differs;
}

__device__ inline void countGrid(const abi::LaunchRecord &launch, const GridState &state) {
  abi::Counters &counters = *pointer<abi::Counters>(launch.counters);
  auto *reasons = pointer<uint32_t>(launch.kernelFlags);
  if (state.overflowed)
    return raiseIn(reasons, abi::Reason::GlobalMemory);
  addRelaxed(&counters.grids, uint64_t(1));
  addRelaxed(&counters.gridBytes, state.bytes);
  if (runsOnce(launch) || !gridDiffers(state))
    return;
  addRelaxed(state.told ? &counters.racingGrids : &counters.givenUpGrids, uint64_t(1));
  if (!state.told)
    raiseIn(reasons, abi::Reason::RegionGivenUp);
}

/// Whether the launch does nothing else.
__device__ inline bool sweepGrid(const RegionThread &thread) {
  GridState &state = gridOf(thread);
  const Buffer table = gridTable(thread);
  switch (GridPass(thread.launch->gridPass)) {
  case GridPass::Merge:
    mergeGrid(state, table, runsOnce(*thread.launch));
    return true;
  case GridPass::Write:
    if (!loadRelaxed(&state.overflowed))
      writeGrid(thread, state, table);
    return true;
  case GridPass::Rerun:
    return !state.overflowed;
  case GridPass::Compare:
    compareGrid(state, table);
    return true;
  case GridPass::Clear:
    forTable(table, clearLine);
    if ((blockInGrid() | threadInBlock()) == 0)
      countGrid(*thread.launch, state);
    return true;
  case GridPass::Second:
    return state.overflowed;
  case GridPass::Record:
    return state.overflowed || !gridDiffers(state);
  default:
    return false;
  }
}

/// Second passes are bound by what the first one did.
__device__ inline constexpr uint64_t mostSteps(uint64_t steps) {
  constexpr uint64_t Times = 10, Fewest = 1000;
  return Times * steps + Fewest;
}

/// Whether the thread has to end, since its pass leads nowhere.
__device__ inline bool isPassOver(const RegionThread &thread) {
  switch (gridPassOf(thread)) {
  case GridPass::First:
    return loadRelaxed(&gridOf(thread).overflowed);
  case GridPass::Second:
    return thread.allSteps + thread.steps > layoutOf(thread).mostAllSteps;
  case GridPass::Record:
    return loadRelaxed(&gridOf(thread).stopped);
  default:
    return false;
  }
}

/// In a pass of the grid: there is no room for what the block writes. Of a second pass that
/// comes of what it reads.
__device__ __attribute__((noinline, cold)) void noteNoRoom(const RegionThread &thread) {
  GridState &state = gridOf(thread);
  switch (gridPassOf(thread)) {
  case GridPass::First:
    return note(state.overflowed);
  case GridPass::Second:
    return note(state.differs);
  default:
    return note(state.stopped);
  }
}

/// What the region leaves.
__device__ inline void commitLine(const RegionThread &thread, const WriteLine &line) {
  if (gridPassOf(thread) == GridPass::None)
    return writeBack(line);
  const uint32_t owner = gridOwner(blockInGrid(), gridPassOf(thread));
  WriteLine *to = makeLine(gridTable(thread), lineAddress(line.number), owner);
  if (!to)
    return noteNoRoom(thread);
  orRelaxed(&to->mask, line.mask);
  forBytes(line.mask, [&](uint32_t byte) { to->bytes[byte] = byteOf(line, byte); });
}

} // namespace warpsan::device
