// An exchange takes a lock, and then needs a fence; or consumes a flag, which acquires
// without one: what its function does to the word later makes the difference.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a, a
// EXPECT: b write, c read
#include "../Inputs/done.h"

__global__ void lockByExchange(int *lock, int *sum) {
  while (atomicExch(lock, 1)) {
  }
#ifndef RACY
  __threadfence();
#endif
  *sum += 1; // [a]
  __threadfence();
  atomicExch(lock, 0);
}

__device__ void consume(const int *data, int *flag, int *out) {
  while (atomicExch(flag, 0) == 0) {
  }
  *out = *data; // [c]
}

__device__ void produce(int *data, int *flag) {
  *data = 1; // [b]
#ifndef RACY
  __threadfence();
#endif
  atomicAdd(flag, 1);
}

__global__ void consumeFlag(int *data, int *flag, int *out) {
  if (blockIdx.x == 0)
    produce(data, flag);
  else
    consume(data, flag, out);
}

int main() {
  lockByExchange<<<4, 1>>>(zeroed<int>(1), zeroed<int>(1));
  consumeFlag<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  return done();
}
