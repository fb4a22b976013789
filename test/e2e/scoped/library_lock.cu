// A lock of libcu++ atomics: by order, and by fences beside relaxed operations.
// RUN: %check_twins O0 %s --faults=RELAXED_TAKE,RELAXED_GIVE
// RUN: %check_twins O2 %s --faults=RELAXED_TAKE,RELAXED_GIVE
// EXPECT: a, a
// EXPECT: b, b
#include "../Inputs/done.h"
#include <cuda/atomic>

using Lock = cuda::atomic<int, cuda::thread_scope_device>;

#ifdef RELAXED_TAKE
constexpr auto Take = cuda::memory_order_relaxed;
#else
constexpr auto Take = cuda::memory_order_acquire;
#endif

#ifdef RELAXED_GIVE
constexpr auto Give = cuda::memory_order_relaxed;
#else
constexpr auto Give = cuda::memory_order_release;
#endif

__global__ void byOrder(Lock *lock, int *sum) {
  for (int free = 0; !lock->compare_exchange_weak(free, 1, Take, cuda::memory_order_relaxed);)
    free = 0;
  *sum += 1; // [a]
  lock->store(0, Give);
}

__global__ void byFence(Lock *lock, int *sum) {
  while (lock->exchange(1, cuda::memory_order_relaxed)) {
  }
#ifndef RELAXED_TAKE
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
#endif
  *sum += 1; // [b]
#ifndef RELAXED_GIVE
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
#endif
  lock->store(0, cuda::memory_order_relaxed);
}

int main() {
  byOrder<<<8, 1>>>(zeroed<Lock>(1), zeroed<int>(1));
  byFence<<<8, 1>>>(zeroed<Lock>(1), zeroed<int>(1));
  return done();
}
