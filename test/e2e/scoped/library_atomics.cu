// Atomics of libcu++: order of their own, fences beside them, and bytes next to
// bytes of others.
// RUN: %check_twins O0 %s --faults=RELAXED,BLOCK_SCOPE
// RUN: %check_twins O2 %s --faults=RELAXED,BLOCK_SCOPE
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT BLOCK_SCOPE: e, f
// EXPECT BLOCK_SCOPE: g, h
// EXPECT BLOCK_SCOPE: i, i
#include "../Inputs/done.h"
#include <cuda/atomic>

#ifdef BLOCK_SCOPE
constexpr auto Scope = cuda::thread_scope_block;
#else
constexpr auto Scope = cuda::thread_scope_device;
#endif

#ifdef RELAXED
constexpr auto Release = cuda::memory_order_relaxed;
#else
constexpr auto Release = cuda::memory_order_release;
#endif

template <typename T>
using Atomic = cuda::atomic<T, Scope>;

__global__ void byOrder(int *data, Atomic<int> *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 1;               // [a]
    flag->store(1, Release); // [e]
    return;
  }
  while (flag->load(cuda::memory_order_acquire) == 0) { // [f]
  }
  *out = *data; // [b]
}

__device__ void fence() {
#ifndef RELAXED
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, Scope);
#endif
}

__global__ void byFence(int *data, char *flags, int *out) {
  cuda::atomic_ref<char, Scope> mine(flags[0]), other(flags[1]);
  if (blockIdx.x == 0) {
    *data = 1; // [c]
    fence();
    mine.store(1, cuda::memory_order_relaxed); // [g]
    return;
  }
  other.store(1, cuda::memory_order_relaxed);
  while (mine.load(cuda::memory_order_relaxed) == 0) { // [h]
  }
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
  *out = *data; // [d]
}

template <typename T>
__global__ void count(Atomic<T> *counter) {
  counter->fetch_add(1, cuda::memory_order_relaxed); // [i]
}

int main() {
  byOrder<<<2, 1>>>(zeroed<int>(1), zeroed<Atomic<int>>(1), zeroed<int>(1));
  byFence<<<2, 1>>>(zeroed<int>(1), zeroed<char>(4), zeroed<int>(1));
  count<<<4, 32>>>(zeroed<Atomic<unsigned>>(1));
  count<<<4, 32>>>(zeroed<Atomic<unsigned long long>>(1));
  count<<<4, 32>>>(zeroed<Atomic<unsigned short>>(1));
  count<<<4, 32>>>(zeroed<Atomic<unsigned char>>(1));
  return done();
}
