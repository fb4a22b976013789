//===- region_memory.cpp - Where copies of shared memory lie ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/region_memory.h"
#include <algorithm>
#include <bit>

namespace warpsan::rt {

namespace {

constexpr uint64_t CopyAlignment = 16;

constexpr uint64_t alignUp(uint64_t value) {
  return (value + CopyAlignment - 1) / CopyAlignment * CopyAlignment;
}

uint64_t endOf(const SharedWindow &window) { return alignUp(uint64_t(window.words()) * 4); }

uint32_t copyBytesOf(const SharedWindow &window) {
  return uint32_t(alignUp(endOf(window) - window.reserved));
}

constexpr uint32_t fewestCopies(uint32_t members) { return std::min(members, 2u); }

} // namespace

uint32_t copiesWithin(const SharedWindow &window, uint32_t members, uint64_t mostBytes) {
  if (!mostBytes)
    return members;
  if (mostBytes < leastCopyBytes(window, members))
    return 0;
  const uint64_t places = mostBytes / copyStride(copyBytesOf(window));
  return uint32_t(std::min<uint64_t>(places - 1, members));
}

uint64_t leastCopyBytes(const SharedWindow &window, uint32_t members) {
  return placesBytes(fewestCopies(members), copyBytesOf(window), {});
}

uint64_t allCopyBytes(const SharedWindow &window, uint32_t members) {
  return placesBytes(members, copyBytesOf(window), {.isMarked = true});
}

CopyNeed needOf(const SharedWindow &window, uint32_t copies, const CopyExtras &extras) {
  const uint64_t end = endOf(window);
  CopyNeed need{};
  need.copyBytes = copyBytesOf(window);
  need.sharedCopies = uint32_t(end);
  need.bytes = placesBytes(copies, need.copyBytes, extras);
  if (!extras.isMarked)
    need.bytes += touchedBytes(copies, need.copyBytes);
  need.dynamic = size_t(end + sizeof(RegionBlock) + need.bytes - window.dynamicStart());
  return need;
}

uint32_t bufferLinesFor(uint64_t bytes) {
  const uint64_t lines = (bytes + WriteLineBytes - 1) / WriteLineBytes;
  auto capacity = uint32_t(std::bit_ceil(std::max<uint64_t>(lines, 4)));
  if (mostLines(capacity) < lines)
    capacity *= 2;
  return capacity;
}

/// Slots that another stride cut are no longer clear where it is read now.
bool RegionPools::prepare(StreamId stream, uint64_t stride, abi::LaunchRecord &record) {
  Pool &pool = pools[stream];
  const uint64_t bytes = sizeof(RegionTotals) + stride * record.slotCount;
  if (pool.stride != stride || pool.bytes < bytes) {
    void *memory = device.allocateDevice(bytes);
    if (!memory)
      return false;
    if (pool.memory)
      unused.push_back(pool.memory);
    pool = {memory, bytes, stride};
  }
  record.regionSlots = reinterpret_cast<uint64_t>(pool.memory) + sizeof(RegionTotals);
  record.regionStride = stride;
  return true;
}

uint64_t RegionPools::bytes() const {
  uint64_t sum = 0;
  for (const auto &[stream, pool] : pools)
    sum += pool.bytes;
  return sum;
}

void RegionPools::releaseUnused() {
  for (void *memory : unused)
    device.freeDevice(memory);
  unused.clear();
}

void RegionPools::forgetDevice() {
  pools.clear();
  unused.clear();
}

} // namespace warpsan::rt
