//===- device_shared.cuh - Cells in a block's own shared memory ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the launch has room, the cells of a block's shared memory lie behind it,
// in dynamic shared memory that the host has added. Each block starts with empty
// ones, so they need neither a slot nor a generation.
//===----------------------------------------------------------------------===//
#pragma once
#include "rt/device_memory.cuh"
#include "rt/device_position.cuh"

namespace warpsan::device {

// Weak: the CPU target has its own.
extern "C" {
/// Start of shared memory in the shared address space. On the CPU target every
/// resident block has its own piece of one space.
__device__ __attribute__((weak)) uint32_t __warpsan_shared_base() { return 0; }

/// Whether shared memory is zero when a block starts.
__device__ __attribute__((weak)) bool __warpsan_starts_cleared() { return false; }
}

/// From the start of shared memory.
__device__ inline uint32_t sharedOffset(uint64_t address) {
  using SharedPointer = const __attribute__((address_space(3))) char *;
  const auto *shared = (SharedPointer)pointer<const char>(address);
  return uint32_t(reinterpret_cast<uint64_t>(shared)) - __warpsan_shared_base();
}

/// Of all these cells. What a program leaves there that writes past its memory seldom has
/// this in its highest byte, hence reads as empty.
inline constexpr uint32_t SharedEpoch = 0x9d;

/// Address of the first cell.
__device__ inline uint32_t sharedCellBase(const abi::LaunchRecord &launch) {
  return __warpsan_shared_base() + launch.sharedCells;
}

__device__ inline SharedCell *sharedCell(uint32_t base, uint64_t index) {
  return (SharedCell *)uint64_t(base + uint32_t(index * sizeof(Cell)));
}

/// By each thread of the block a part.
__device__ inline void clearSharedCells(const abi::LaunchRecord &launch) {
  const uint32_t base = sharedCellBase(launch);
  const uint32_t threads = threadsInBlock();
  for (uint64_t i = threadInBlock(); i < launch.slotStride / sizeof(Cell); i += threads)
    *sharedCell(base, i) = 0;
}

/// At the entry of a kernel, where all threads of the block are, or not yet. That
/// barrier is none of the program's: no clock counts it.
__device__ inline void enterShared(const abi::LaunchRecord &launch) {
  if (__warpsan_starts_cleared())
    return;
  clearSharedCells(launch);
  __nvvm_bar_sync(0);
}

} // namespace warpsan::device
