//===- device_barriers.cuh - Lanes of a warp at different barriers ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes that come to a block barrier without the rest of their warp note which
// one it is. Who finds the note of others for the same interval, with another
// barrier, has found a divergence. Lanes that have exited leave no note.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/barrier_note.h"
#include "rt/device_memory.cuh"
#include "rt/device_position.cuh"
#include "warpsan/module_info.h"

namespace warpsan::device {

struct BarrierArrival {
  const abi::LaunchRecord *launch;
  uint32_t blockClock;
  uint32_t barrier; ///< in the module
  uint32_t lanes;   ///< that have come together
};

__device__ inline bool isFirstLane(uint32_t lanes) {
  return (lanes & ((1u << (threadInBlock() & 31)) - 1)) == 0;
}

__device__ inline void writeDivergence(abi::Divergence &row, const BarrierArrival &arrival,
                                       uint32_t otherBarrier) {
  row.launch = arrival.launch->launch;
  row.module = arrival.launch->module;
  row.kernel = arrival.launch->kernel;
  row.barrier = arrival.barrier;
  row.otherBarrier = otherBarrier;
  row.lanes = arrival.lanes;
  row.warp = threadInBlock() / 32;
  row.blockIndex[0] = __nvvm_read_ptx_sreg_ctaid_x();
  row.blockIndex[1] = __nvvm_read_ptx_sreg_ctaid_y();
  row.blockIndex[2] = __nvvm_read_ptx_sreg_ctaid_z();
  // System scope: the host may read while the kernel still runs, or after it crashed.
  storeRelease(&row.complete, 1u);
}

/// The first of its pair is kept; a full table loses.
__device__ inline void recordDivergence(const BarrierArrival &arrival, uint32_t otherBarrier) {
  const uint64_t pair = barrierPair(arrival.launch->module, arrival.barrier, otherBarrier);
  auto &table = *pointer<abi::BarrierNotes>(arrival.launch->barrierNotes);
  for (uint32_t i = 0; i < abi::DivergenceCapacity; ++i) {
    uint64_t held = loadRelaxed(&table.pairs[i]);
    if (held == 0 && replaceRelaxed(&table.pairs[i], held, pair))
      return writeDivergence(pointer<abi::Divergence>(arrival.launch->divergences)[i], arrival,
                             otherBarrier);
    if (held == pair)
      return;
  }
}

/// Rare in programs that keep their warps together: stays out of the way.
__device__ __attribute__((noinline, cold)) void noteArrival(BarrierArrival arrival,
                                                            const abi::UnitBases *bases) {
  if (!arrival.launch->barrierNotes || arrival.lanes == existingLanes() ||
      !isFirstLane(arrival.lanes))
    return;
  // Volatile: the host sets it, which no optimiser knows.
  arrival.barrier += static_cast<const volatile abi::UnitBases *>(bases)->barrier;
  const uint64_t warps = (threadsInBlock() + 31) / 32;
  const WarpInterval place{blockInGrid() * warps + threadInBlock() / 32, arrival.launch->launch,
                           arrival.blockClock};
  const uint64_t note = barrierNote(place, arrival.barrier);
  if (note == 0)
    return;
  auto &table = *pointer<abi::BarrierNotes>(arrival.launch->barrierNotes);
  const uint64_t earlier = exchangeRelaxed(&table.notes[barrierNoteIndex(place)], note);
  if (isDivergent(note, earlier))
    recordDivergence(arrival, barrierOf(earlier));
}

} // namespace warpsan::device
