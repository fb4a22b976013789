//===- shared_pool.cpp - Cells for the shared memory of resident blocks ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/shared_pool.h"
#include "core/history.h"
#include <algorithm>

namespace warpsan::rt {

namespace {

constexpr uint64_t CellBytes = 8;
constexpr uint64_t BytesPerWord = 4;

uint64_t strideOf(const SharedNeed &need) {
  if (need.histories)
    return need.words * sizeof(History);
  return need.words * CellBytes * (need.bytes ? 1 + BytesPerWord : 1);
}

} // namespace

void SharedPools::retire(void *memory) {
  if (memory)
    unused.push_back(memory);
}

void SharedPools::retire(const Pool &pool) {
  retire(pool.slots);
  retire(pool.cells);
  retire(pool.blockSlots);
}

/// Slots and cells go together: new cells need generations that start anew.
bool SharedPools::growCells(Pool &pool, uint64_t stride, uint32_t count) {
  if (pool.stride >= stride && pool.count >= count)
    return true;
  stride = std::max(stride, pool.stride);
  count = std::max(count, pool.count);
  void *slots = device.allocateDevice(count * sizeof(abi::SharedSlot));
  void *cells = slots ? device.allocateDevice(count * stride) : nullptr;
  if (!cells) {
    retire(slots);
    return false;
  }
  retire(pool.slots);
  retire(pool.cells);
  pool.slots = slots;
  pool.cells = cells;
  pool.stride = stride;
  pool.count = count;
  return true;
}

bool SharedPools::growBlocks(Pool &pool, uint64_t blocks) {
  if (pool.blocks >= blocks)
    return true;
  void *table = device.allocateDevice(blocks * sizeof(uint64_t));
  if (!table)
    return false;
  retire(pool.blockSlots);
  pool.blockSlots = table;
  pool.blocks = blocks;
  return true;
}

bool SharedPools::prepare(StreamId stream, const SharedNeed &need, abi::LaunchRecord &record) {
  Pool &pool = (need.histories ? historyPools : pools)[stream];
  if (!growCells(pool, strideOf(need), need.slots) || !growBlocks(pool, need.blocks))
    return false;
  record.blockSlots = reinterpret_cast<uint64_t>(pool.blockSlots);
  record.slots = reinterpret_cast<uint64_t>(pool.slots);
  record.slotCells = reinterpret_cast<uint64_t>(pool.cells);
  record.slotStride = pool.stride;
  record.slotCount = pool.count;
  return true;
}

void SharedPools::drop(StreamId stream) {
  for (auto *kind : {&pools, &historyPools}) {
    const auto found = kind->find(stream);
    if (found == kind->end())
      continue;
    retire(found->second);
    kind->erase(found);
  }
}

void SharedPools::releaseUnused() {
  for (void *memory : unused)
    device.freeDevice(memory);
  unused.clear();
}

uint64_t SharedPools::bytes() const {
  uint64_t sum = 0;
  for (const auto *kind : {&pools, &historyPools})
    for (const auto &[stream, pool] : *kind)
      sum += pool.count * (pool.stride + sizeof(abi::SharedSlot)) + pool.blocks * sizeof(uint64_t);
  return sum;
}

void SharedPools::forgetDevice() {
  pools.clear();
  historyPools.clear();
  unused.clear();
}

} // namespace warpsan::rt
