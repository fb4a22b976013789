//===- device_views.cuh - Global memory as a warp sees it in a pass --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A byte is what the newest of these says: the warp's lines in the region, in a second pass
// what other warps changed, the block's lines in the grid, in a second pass of the grid what
// other blocks changed, memory.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/region_grid.h"
#include "core/region_thread.h"
#include "rt/device_write_buffer.cuh"

namespace warpsan::device {

__device__ inline RegionBlock &blockOf(const RegionThread &thread) {
  return *pointer<RegionBlock>(thread.block);
}

__device__ inline const RegionLayout &layoutOf(const RegionThread &thread) {
  return blockOf(thread).layout;
}

__device__ inline RegionPass passOf(const RegionThread &thread) { return RegionPass(thread.pass); }

/// The first pass has the first buffer, the others, which come one after the other, the
/// second. The union has the third, which thus has as much room as it may need.
__device__ inline Buffer bufferOf(const RegionLayout &layout, uint32_t which) {
  const uint64_t at = layout.buffers + which * writeBufferBytes(layout.bufferLines);
  return {pointer<WriteBuffer>(at), layout.bufferLines};
}

__device__ inline Buffer bufferOf(const RegionThread &thread, uint32_t which) {
  return bufferOf(layoutOf(thread), which);
}

inline constexpr uint32_t FirstBuffer = 0, SecondBuffer = 1, UnionBuffer = 2;

__device__ inline uint32_t currentNumber(const RegionThread &thread) {
  return passOf(thread) == RegionPass::First ? FirstBuffer : SecondBuffer;
}

__device__ inline Buffer currentBuffer(const RegionThread &thread) {
  return bufferOf(thread, currentNumber(thread));
}

__device__ inline Buffer unionBuffer(const RegionThread &thread) {
  return bufferOf(thread, UnionBuffer);
}

/// Which spares a look into the buffer. Whoever puts a line there says so behind it.
__device__ inline bool hasLines(const RegionThread &thread, uint32_t which) {
  return loadRelaxed(&blockOf(thread).hasLines[which]);
}

/// The thread, or its warp.
__device__ inline uint32_t memberOf(const RegionThread &thread) {
  return layoutOf(thread).flags & abi::LaunchLanes ? threadInBlock() : threadInBlock() / 32;
}

/// Mode det.
__device__ inline bool runsOnce(const abi::LaunchRecord &launch) {
  return launch.flags & abi::LaunchOnce;
}
__device__ inline bool runsOnce(const RegionThread &thread) {
  return layoutOf(thread).flags & abi::LaunchOnce;
}

__device__ inline uint32_t lineOwner(const RegionThread &thread) { return memberOf(thread) + 1; }

__device__ inline GridPass gridPassOf(const RegionThread &thread) {
  return GridPass(layoutOf(thread).gridPass);
}

__device__ inline GridState &gridOf(const RegionThread &thread) {
  return *pointer<GridState>(thread.launch->gridState);
}

__device__ inline Buffer gridTable(const RegionThread &thread) {
  return {pointer<WriteBuffer>(thread.launch->gridState + sizeof(GridState)),
          thread.launch->gridLines};
}

__device__ inline Layer regionLayer(const RegionThread &thread, uint64_t address) {
  const WriteLine *own = hasLines(thread, currentNumber(thread))
                             ? findLine(currentBuffer(thread), address, lineOwner(thread))
                             : nullptr;
  if (passOf(thread) != RegionPass::Second || !hasLines(thread, UnionBuffer))
    return {own, nullptr, nullptr};
  const WriteLine *all = findLine(unionBuffer(thread), address, NoOwner);
  return {own, all ? findLine(bufferOf(thread, FirstBuffer), address, lineOwner(thread)) : nullptr,
          all};
}

__device__ inline Layer gridLayer(const RegionThread &thread, uint64_t address) {
  const GridPass pass = gridPassOf(thread);
  if (pass == GridPass::None)
    return {};
  const Buffer table = gridTable(thread);
  const uint64_t block = blockInGrid();
  const WriteLine *own = findLine(table, address, gridOwner(block, pass));
  if (pass != GridPass::Second)
    return {own, nullptr, nullptr};
  const WriteLine *all = findLine(table, address, NoOwner);
  return {own, all ? findLine(table, address, gridOwner(block, GridPass::First)) : nullptr, all};
}

/// Of the line at an address.
class View {
public:
  __device__ View(uint64_t address, const Layer &regionLines, const Layer &gridLines)
      : line(address & ~uint64_t(WriteLineBytes - 1)), region(regionLines), grid(gridLines) {}

  __device__ bool isMemory() const { return region.isEmpty() && grid.isEmpty(); }
  __device__ uint8_t byte(uint32_t number) const {
    const WriteLine *holder = region.holderOf(number);
    if (!holder)
      holder = grid.holderOf(number);
    return holder ? byteOf(*holder, number) : *pointer<const volatile uint8_t>(line + number);
  }

private:
  uint64_t line;
  Layer region;
  Layer grid;
};

/// As the warp sees it.
__device__ inline View viewOf(const RegionThread &thread, uint64_t address) {
  if (!isLineAddress(address))
    return {address, {}, {}};
  return {address, regionLayer(thread, address), gridLayer(thread, address)};
}

/// As it was when the region started.
__device__ inline View viewBefore(const RegionThread &thread, uint64_t address) {
  return {address, {}, gridLayer(thread, address)};
}

__device__ inline uint8_t readByte(const RegionThread &thread, uint64_t address) {
  return viewOf(thread, address).byte(address % WriteLineBytes);
}

} // namespace warpsan::device
