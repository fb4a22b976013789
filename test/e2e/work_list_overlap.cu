// Records of two elements, at places that threads draw from a counter. In the racy form the
// counter grows by one for each, so the second element is the first of the next record.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options counters=1 %t | FileCheck %s
// CHECK: launches=1 launches_checked=0 launches_own=1
// EXPECT: a write, b write
#include "Inputs/done.h"

constexpr int Threads = 32, Blocks = 4;

#ifdef RACY
constexpr unsigned Grows = 1;
#else
constexpr unsigned Grows = 2;
#endif

__global__ void appendPairs(unsigned *list, unsigned *count) {
  unsigned *record = list + atomicAdd(count, Grows);
  record[0] = threadIdx.x; // [a]
  record[1] = blockIdx.x;  // [b]
}

int main() {
  appendPairs<<<Blocks, Threads>>>(zeroed<unsigned>(2 * Threads * Blocks), zeroed<unsigned>(1));
  return done();
}
