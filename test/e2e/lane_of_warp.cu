// One lane of each warp, counted over all blocks, has the element of its warp. In the racy
// form two have.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options counters=1 %t | FileCheck %s
// CHECK: launches=1 launches_checked=0 launches_own=1
// EXPECT: a write, a write
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 3, Warps = Threads * Blocks / 32;

#ifdef RACY
constexpr int Least = 30;
#else
constexpr int Least = 31;
#endif

__global__ void mark(int *warps, int count) {
  const int lane = threadIdx.x % 32;
  for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < count;
       i += gridDim.x * blockDim.x / 32)
    if (lane >= Least)
      warps[i] = lane; // [a]
}

int main() {
  mark<<<Blocks, Threads>>>(zeroed<int>(2 * Warps), 2 * Warps);
  return done();
}
