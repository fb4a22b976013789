//===- device_write_buffer.cuh - Stores that wait for their region's end ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash table of lines, filled by the threads of a block at once. Lines are only added
// while a pass runs; between passes the block clears, compares or writes them together.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/region_block.h"
#include "rt/device_memory.cuh"
#include "rt/device_position.cuh"

namespace warpsan::device {

struct Buffer {
  WriteBuffer *head;
  uint32_t capacity;

  __device__ uint32_t *used() const { return reinterpret_cast<uint32_t *>(head + 1); }
  __device__ WriteLine *lines() const { return reinterpret_cast<WriteLine *>(used() + capacity); }
};

__device__ inline WriteLine *findLine(const Buffer &buffer, uint64_t address) {
  const uint64_t number = address / WriteLineBytes + 1;
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
__device__ inline WriteLine *makeLine(const Buffer &buffer, uint64_t address) {
  const uint64_t number = address / WriteLineBytes + 1;
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

__device__ inline bool holdsAny(const Buffer &buffer, uint64_t address, uint64_t size) {
  for (uint64_t at = address & ~uint64_t(WriteLineBytes - 1); at < address + size;
       at += WriteLineBytes)
    if (findLine(buffer, at))
      return true;
  return false;
}

__device__ inline uint8_t readByte(const Buffer &buffer, uint64_t address) {
  const WriteLine *line = findLine(buffer, address);
  const uint32_t byte = address % WriteLineBytes;
  if (line && loadRelaxed(&line->mask) >> byte & 1)
    return *const_cast<const volatile uint8_t *>(line->bytes + byte);
  return *pointer<const volatile uint8_t>(address);
}

/// By all threads of the block: step(line) for each line.
template <typename Step>
__device__ inline void forLines(const Buffer &buffer, uint32_t count, const Step &step) {
  const uint32_t threads = threadsInBlock();
  for (uint32_t i = threadInBlock(); i < count; i += threads)
    step(buffer.lines()[buffer.used()[i]]);
}

__device__ inline bool isSameLine(const WriteLine &line, const WriteLine *other) {
  if (!other || other->mask != line.mask)
    return false;
  for (uint32_t byte = 0; byte < WriteLineBytes; ++byte)
    if ((line.mask >> byte & 1) && line.bytes[byte] != other->bytes[byte])
      return false;
  return true;
}

__device__ inline void writeBack(const WriteLine &line) {
  const uint64_t address = (line.number - 1) * WriteLineBytes;
  for (uint32_t byte = 0; byte < WriteLineBytes; ++byte)
    if (line.mask >> byte & 1)
      *pointer<volatile uint8_t>(address + byte) = line.bytes[byte];
}

__device__ inline void clearLine(WriteLine &line) {
  line.number = 0;
  line.mask = 0;
}

} // namespace warpsan::device
