// A counter that all threads raise atomically is read by a plain load: the
// atomics agree with each other, not with the load.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a atomic, b read
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 3;

__global__ void countAndLook(int *counter, int *out) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  atomicAdd(counter, 1); // [a]
#ifdef RACY
  out[i] = *counter; // [b]
#else
  out[i] = atomicAdd(counter, 0);
#endif
}

int main() {
  int *counter = zeroed<int>(1);
  int *out = zeroed<int>(Blocks * Threads);
  countAndLook<<<Blocks, Threads>>>(counter, out);
  return done();
}
