//===- device_slots.cuh - Shadow of a resident block's shared memory -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared memory is reused by block after block, so its cells belong to slots,
// one per block that can be resident. A block takes a slot on entry and bumps
// its generation, which is the epoch of the slot's cells: nothing is cleared
// until the generation wraps. Every thread finds its block's slot through
// blockSlots[block], one word tagged with the launch, so that what earlier
// launches left there reads as empty.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/thread_context.h"
#include "rt/device_memory.cuh"
#include "rt/device_position.cuh"

namespace warpsan::device {

//  63          32 31                 10 9                0
//  +-------------+---------------------+------------------+
//  |   launch    | slot, ones: claimed |    generation    |
//  +-------------+---------------------+------------------+
inline constexpr unsigned SlotBits = 32 - EpochBits;
inline constexpr uint32_t ClaimedSlot = (1u << SlotBits) - 1;

struct BlockSlot {
  uint32_t slot;
  uint32_t generation;
};

__device__ inline uint64_t packBlockSlot(uint32_t launch, BlockSlot taken) {
  return uint64_t(launch) << 32 | uint64_t(taken.slot) << EpochBits | taken.generation;
}

__device__ inline BlockSlot unpackBlockSlot(uint64_t word) {
  return {uint32_t(word) >> EpochBits, uint32_t(word) & MaxEpoch};
}

/// Of a block that has entered. Read anew where it is needed, which costs less than
/// registers in all the code between.
__device__ inline BlockSlot heldSlot(const abi::LaunchRecord &launch, uint64_t block) {
  return unpackBlockSlot(pointer<uint64_t>(launch.blockSlots)[block]);
}

__device__ inline uint64_t cellsOf(const abi::LaunchRecord &launch, BlockSlot held) {
  return launch.slotCells + held.slot * launch.slotStride;
}

/// Where to look first. Blocks of a multiprocessor leave slots to each other, so there are few to
/// look at: where any block started anywhere, one of thousands saw 500 taken slots on an H200.
__device__ inline uint32_t firstSlot(const abi::LaunchRecord &launch) {
  return uint32_t(uint64_t(__nvvm_read_ptx_sreg_smid()) * launch.slotCount /
                  __nvvm_read_ptx_sreg_nsmid()) %
         launch.slotCount;
}

/// The host provides a slot for every block that can be resident, so a free
/// one exists; the outer loop only waits for a finishing block's last store.
__device__ inline uint32_t takeFreeSlot(const abi::LaunchRecord &launch) {
  abi::SharedSlot *slots = pointer<abi::SharedSlot>(launch.slots);
  uint32_t at = firstSlot(launch);
  for (;;) {
    for (uint32_t probe = 0; probe < launch.slotCount; ++probe) {
      uint32_t free = 0;
      if (loadRelaxed(&slots[at].owner) == 0 && replaceAcquire(&slots[at].owner, free, 1u))
        return at;
      at = at + 1 == launch.slotCount ? 0 : at + 1;
    }
    __nvvm_nanosleep(200);
  }
}

/// Once in MaxEpoch uses of a slot; one thread does it, the others wait.
__device__ inline void clearSlotCells(const abi::LaunchRecord &launch, uint32_t slot) {
  Cell *cells = pointer<Cell>(cellsOf(launch, {slot, 0}));
  for (uint64_t i = 0; i < launch.slotStride / sizeof(Cell); ++i)
    cells[i] = 0;
}

__device__ inline BlockSlot prepareSlot(const abi::LaunchRecord &launch, uint32_t threads) {
  const uint32_t slot = takeFreeSlot(launch);
  abi::SharedSlot &taken = pointer<abi::SharedSlot>(launch.slots)[slot];
  uint32_t generation = taken.generation + 1;
  if (generation > MaxEpoch) {
    clearSlotCells(launch, slot);
    generation = 1;
  }
  taken.generation = generation;
  taken.live = threads;
  return {slot, generation};
}

/// The first thread of a block to get here prepares the slot, the others
/// sleep: independent thread scheduling lets it go on within its own warp.
__device__ inline void enterSlot(const abi::LaunchRecord &launch, uint32_t block,
                                 uint32_t threads) {
  uint64_t *word = pointer<uint64_t>(launch.blockSlots) + block;
  const uint64_t claimed = packBlockSlot(launch.launch, {ClaimedSlot, 0});
  for (;;) {
    uint64_t found = loadAcquire(word);
    if (found >> 32 != launch.launch) {
      if (!replaceRelaxed(word, found, claimed))
        continue;
      const BlockSlot mine = prepareSlot(launch, threads);
      return storeRelease(word, packBlockSlot(launch.launch, mine));
    }
    if (found != claimed)
      return;
    __nvvm_nanosleep(100);
  }
}

/// No fence: the next owner's cells carry a newer generation, and every update
/// of a cell is a compare-and-swap, so a late one of this block is harmless.
__device__ inline void leaveSlot(const abi::LaunchRecord &launch, uint64_t block) {
  abi::SharedSlot &held = pointer<abi::SharedSlot>(launch.slots)[heldSlot(launch, block).slot];
  if (addRelaxed(&held.live, ~0u) == 1)
    storeRelease(&held.owner, 0u);
}

} // namespace warpsan::device
