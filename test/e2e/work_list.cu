// Threads append to a list at places that they draw from a counter: the launch needs no
// check. In the racy form there are two counters for one list.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options counters=1 %t | FileCheck %s
// CHECK: launches=1 launches_checked=0 launches_own=1
// EXPECT: a write, b write
#include "Inputs/done.h"

constexpr int Threads = 32, Blocks = 4;

__global__ void append(int *list, int *odd, int *even) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2)
    list[atomicAdd(odd, 1)] = i; // [a]
  else
    list[atomicAdd(even, 1)] = i; // [b]
}

int main() {
  int *counters = zeroed<int>(2);
#ifdef RACY
  append<<<Blocks, Threads>>>(zeroed<int>(Threads * Blocks), counters, counters + 1);
#else
  append<<<Blocks, Threads>>>(zeroed<int>(Threads * Blocks), counters, counters);
#endif
  return done();
}
