//===- device_write_buffer.cuh - Stores that wait for their region's end ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash table of lines, filled by many threads at once. Lines are only added while a pass
// runs; between passes threads clear, compare or write them together.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/line_merge.h"
#include "rt/device_memory.cuh"
#include "rt/device_position.cuh"

namespace warpsan::device {

struct Buffer {
  WriteBuffer *head;
  uint32_t capacity;

  __device__ uint32_t *used() const { return reinterpret_cast<uint32_t *>(head + 1); }
  __device__ WriteLine *lines() const { return reinterpret_cast<WriteLine *>(used() + capacity); }
};

__device__ inline WriteLine *findLine(const Buffer &buffer, uint64_t address, uint32_t owner) {
  const uint64_t number = lineNumber(address, owner);
  uint32_t at = lineHash(number, buffer.capacity);
  for (uint32_t probe = 0; probe < buffer.capacity; ++probe) {
    WriteLine *line = buffer.lines() + at;
    const uint64_t found = loadRelaxed(&line->number);
    if (found == number)
      return line;
    if (found == 0)
      return nullptr;
    at = (at + 1) & (buffer.capacity - 1);
  }
  return nullptr;
}

/// Null: no room.
__device__ inline WriteLine *makeLine(const Buffer &buffer, uint64_t address, uint32_t owner) {
  if (!isLineAddress(address))
    return nullptr;
  const uint64_t number = lineNumber(address, owner);
  uint32_t at = lineHash(number, buffer.capacity);
  for (uint32_t probe = 0; probe < buffer.capacity; ++probe) {
    WriteLine *line = buffer.lines() + at;
    uint64_t found = loadRelaxed(&line->number);
    if (found == 0 && loadRelaxed(&buffer.head->used) >= mostLines(buffer.capacity))
      return nullptr;
    if (found == 0 && replaceRelaxed(&line->number, found, number)) {
      buffer.used()[addRelaxed(&buffer.head->used, 1u)] = at;
      return line;
    }
    if (found == number)
      return line;
    at = (at + 1) & (buffer.capacity - 1);
  }
  return nullptr;
}

/// By all threads of the block: step(line) for each line.
template <typename Step>
__device__ inline void forLines(const Buffer &buffer, uint32_t count, const Step &step) {
  const uint32_t threads = threadsInBlock();
  for (uint32_t i = threadInBlock(); i < count; i += threads)
    step(buffer.lines()[buffer.used()[i]]);
}

__device__ inline void writeBack(const WriteLine &line) {
  const uint64_t address = lineAddress(line.number);
  forBytes(line.mask,
           [&](uint32_t byte) { *pointer<volatile uint8_t>(address + byte) = byteOf(line, byte); });
}

__device__ inline void clearLine(WriteLine &line) {
  line.number = 0;
  line.mask = line.changed = 0;
}

struct MergedLine {
  bool fits;      ///< there was room for the union
  bool conflicts; ///< a byte that another owner changed, too
};

/// What the owner changed goes into the union, in `buffer`.
__device__ inline MergedLine addChanges(const Buffer &buffer, const WriteLine &line) {
  const uint32_t changed = line.changed;
  if (!changed)
    return {true, false};
  WriteLine *all = makeLine(buffer, lineAddress(line.number), NoOwner);
  if (!all)
    return {false, false};
  const uint32_t others = orRelaxed(&all->mask, changed);
  forBytes(changed, [&](uint32_t byte) {
    *const_cast<volatile uint8_t *>(all->bytes + byte) = byteOf(line, byte);
  });
  if (others & changed)
    orRelaxed(&all->changed, others & changed);
  return {true, (others & changed) != 0};
}

/// before(byte): what the byte was.
template <typename Before>
__device__ inline MergedLine mergeLine(const Buffer &buffer, WriteLine &line,
                                       const Before &before) {
  line.changed = changedBytes(line, before);
  return addChanges(buffer, line);
}

/// Mode det: all that was written counts.
__device__ inline MergedLine mergeWholeLine(const Buffer &buffer, WriteLine &line) {
  line.changed = line.mask;
  return addChanges(buffer, line);
}

/// Bytes of the union that several owners changed get the value of the last one of these.
/// `parts`: where owners have their lines. ownerAt(i): the i-th of `count` owners.
template <typename OwnerAt>
__device__ inline void settleLine(const Buffer &parts, WriteLine &all, uint64_t count,
                                  const OwnerAt &ownerAt) {
  uint32_t open = all.changed;
  for (uint64_t i = count; open && i-- > 0;) {
    const WriteLine *line = findLine(parts, lineAddress(all.number), ownerAt(i));
    const uint32_t taken = line ? line->changed & open : 0;
    forBytes(taken, [&](uint32_t byte) { all.bytes[byte] = byteOf(*line, byte); });
    open &= ~taken;
  }
}

} // namespace warpsan::device
