//===- device_memory.cuh - Atomic accesses of the device runtime -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's generic atomic builtins, because they are plain IR that both NVPTX
// and the CPU target lower. Clang 22 drops scopes, so these are system scope;
// its NVPTX back end gives atomicrmw relaxed order whatever is asked for, so
// only compare-and-swap, loads and stores may carry an order here.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/shadow.h"

namespace warpsan::device {

template <typename T>
__device__ inline T loadRelaxed(const T *from) {
  return __atomic_load_n(from, __ATOMIC_RELAXED);
}

template <typename T>
__device__ inline T loadAcquire(const T *from) {
  return __atomic_load_n(from, __ATOMIC_ACQUIRE);
}

template <typename T>
__device__ inline void storeRelaxed(T *to, T value) {
  __atomic_store_n(to, value, __ATOMIC_RELAXED);
}

template <typename T>
__device__ inline void storeRelease(T *to, T value) {
  __atomic_store_n(to, value, __ATOMIC_RELEASE);
}

template <typename T>
__device__ inline T addRelaxed(T *to, T value) {
  return __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
}

template <typename T>
__device__ inline T orRelaxed(T *to, T value) {
  return __atomic_fetch_or(to, value, __ATOMIC_RELAXED);
}

template <typename T>
__device__ inline T andRelaxed(T *to, T value) {
  return __atomic_fetch_and(to, value, __ATOMIC_RELAXED);
}

template <typename T>
__device__ inline T exchangeRelaxed(T *to, T value) {
  return __atomic_exchange_n(to, value, __ATOMIC_RELAXED);
}

template <typename T>
__device__ inline T maxRelaxed(T *to, T value) {
  return __atomic_fetch_max(to, value, __ATOMIC_RELAXED);
}

/// On failure `expected` becomes the value found.
template <typename T>
__device__ inline bool replaceRelaxed(T *to, T &expected, T desired) {
  return __atomic_compare_exchange_n(to, &expected, desired, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

template <typename T>
__device__ inline bool replaceAcquire(T *to, T &expected, T desired) {
  return __atomic_compare_exchange_n(to, &expected, desired, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED);
}

/// A cell in shared memory. Pointers to it say so, since the instructions for that space
/// are faster than those that find out where an address lies.
using SharedCell = __attribute__((address_space(3))) Cell;

__device__ inline Cell loadRelaxed(const SharedCell *from) {
  return __atomic_load_n(from, __ATOMIC_RELAXED);
}

__device__ inline bool replaceRelaxed(SharedCell *to, Cell &expected, Cell desired) {
  return __atomic_compare_exchange_n(to, &expected, desired, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

template <typename T>
__device__ inline T *pointer(uint64_t address) {
  return reinterpret_cast<T *>(address);
}

/// Notes on the host that something was not fully analysed. The flags are
/// pinned memory, so the common case of a bit already set costs one read.
__device__ inline void raiseIn(uint32_t *flags, abi::Reason reason) {
  const uint32_t bit = 1u << uint32_t(reason);
  if (!(loadRelaxed(flags) & bit))
    orRelaxed(flags, bit);
}

} // namespace warpsan::device
