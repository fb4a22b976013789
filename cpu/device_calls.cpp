//===- device_calls.cpp - Calls of device code into the scheduler ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/device_heap.h"
#include "cpu/device_interface.h"
#include "cpu/scheduler.h"
#include <bit>

using namespace warpsan::cpu;

void __warpsan_cpu_switch() { scheduler().yield(); }

WarpResult __warpsan_cpu_collective(uint32_t mask, WarpOp op, uint64_t value, uint32_t argument) {
  return scheduler().collective(mask, op, value, argument);
}

uint32_t __warpsan_cpu_barrier(uint32_t id, uint32_t count, BarrierOp op, bool predicate,
                               bool aligned) {
  return scheduler().barrier(id, count, op, predicate, aligned);
}

uint32_t __warpsan_cpu_activemask() { return scheduler().activeMask(__builtin_return_address(0)); }

uint64_t __warpsan_cpu_clock() { return scheduler().clock(); }

void __warpsan_cpu_exit() { scheduler().exitThread(); }

void *__warpsan_cpu_malloc(size_t bytes) { return deviceHeap().allocate(bytes); }

void __warpsan_cpu_free(void *memory) { deviceHeap().release(memory); }

bool __warpsan_cpu_holds_heap(const void *address) { return deviceHeap().holds(address); }

bool __warpsan_cpu_is_free_heap(const void *address) {
  return deviceHeap().covers(address) && !deviceHeap().holds(address);
}

/// Called by the compiler for conversions to bfloat; the libgcc of Debian 12
/// lacks it, and its C++ compiler the type: a bfloat is returned like a float.
extern "C" __attribute__((weak, visibility("default"))) float __truncsfbf2(float value) {
  auto bits = std::bit_cast<uint32_t>(value);
  const bool isNan = (bits & 0x7fffffff) > 0x7f800000;
  bits = isNan ? bits | 0x400000 : bits + 0x7fff + (bits >> 16 & 1); // to nearest even
  return std::bit_cast<float>(bits >> 16);
}
