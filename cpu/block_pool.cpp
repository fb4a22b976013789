//===- block_pool.cpp - Blocks and their shared memory ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/block_pool.h"
#include <cstring>
#include <sys/mman.h>

namespace warpsan::cpu {

namespace {

constexpr size_t SharedAlignment = 1024;
/// Behind the window, so that a small overrun does not hit another block.
constexpr size_t SharedGap = 1024;

Dim3 unflatten(uint64_t index, const Dim3 &size) {
  return {static_cast<uint32_t>(index % size.x), static_cast<uint32_t>(index / size.x % size.y),
          static_cast<uint32_t>(index / size.x / size.y)};
}

size_t alignUp(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

bool reserveShared(Block &block, size_t bytes) {
  if (bytes <= block.memoryBytes)
    return true;
  if (block.memory)
    munmap(block.memory, block.memoryBytes);
  block.memoryBytes = alignUp(bytes, 65536);
  void *memory = mmap(nullptr, block.memoryBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
  if (memory == MAP_FAILED)
    block.memoryBytes = 0;
  block.memory = block.memoryBytes ? static_cast<char *>(memory) : nullptr;
  return block.memory != nullptr;
}

/// Shared memory is undefined at the start on a GPU; zero is reproducible.
bool setUpShared(Block &block, const Grid &grid) {
  const size_t window = grid.staticBytes + grid.dynamicBytes;
  if (!reserveShared(block, ReservedShared + window + SharedGap))
    return false;
  static_assert(ReservedShared % SharedAlignment == 0);
  block.shared = block.memory + ReservedShared;
  block.staticBytes = grid.staticBytes;
  block.dynamicBytes = grid.dynamicBytes;
  std::memset(block.memory, 0, ReservedShared + window);
  return true;
}

/// What stays the same while blocks of one size follow each other.
void placeThread(Block &block, uint32_t index) {
  Thread &thread = block.threads[index];
  thread.index = unflatten(index, block.blockSize);
  thread.lane = index % WarpSize;
  thread.warpIndex = index / WarpSize;
  thread.block = &block;
  thread.warp = &block.warps[thread.warpIndex];
  thread.warp->lanes[thread.lane] = &thread;
}

void resize(Block &block, const Dim3 &size) {
  const uint32_t count = size.x * size.y * size.z;
  block.blockSize = size;
  block.threads.assign(count, Thread());
  block.warps.assign((count + WarpSize - 1) / WarpSize, Warp());
  for (uint32_t i = 0; i < count; ++i)
    placeThread(block, i);
}

void startWarp(Warp &warp, uint32_t lanes) {
  warp.live = lanes >= WarpSize ? ~0u : (1u << lanes) - 1;
  warp.collective = warp.activeMask = 0;
}

/// A grid may have millions of threads that do little: nothing is written that
/// makeCurrent or a wait writes anyway.
void startThreads(Block &block) {
  block.live = static_cast<uint32_t>(block.threads.size());
  block.open = 0;
  for (Thread &thread : block.threads) {
    thread.fiber = nullptr;
    thread.state = Thread::State::Ready;
    thread.where = nullptr;
  }
  for (size_t i = 0; i < block.warps.size(); ++i)
    startWarp(block.warps[i], block.live - static_cast<uint32_t>(i) * WarpSize);
  for (Barrier &barrier : block.barriers)
    barrier.reset();
}

} // namespace

void Barrier::reset() {
  arrived = expected = trueCount = 0;
  where = nullptr;
  mixed = false;
  waiting.clear();
}

Block *BlockPool::take() {
  if (idle.empty()) {
    all.push_back(std::make_unique<Block>());
    return all.back().get();
  }
  Block *block = idle.back();
  idle.pop_back();
  return block;
}

Block *BlockPool::make(const Grid &grid, uint64_t index, uint64_t gridWorkspace) {
  Block *block = take();
  block->index = unflatten(index, grid.size);
  block->linear = static_cast<uint32_t>(index);
  block->gridSize = grid.size;
  block->gridWorkspace = gridWorkspace;
  if (!setUpShared(*block, grid)) {
    recycle(block);
    return nullptr;
  }
  if (block->blockSize != grid.blockSize)
    resize(*block, grid.blockSize);
  startThreads(*block);
  return block;
}

} // namespace warpsan::cpu
