// Block scope suffices on a counter of each block, not on one that blocks share.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a atomic, a atomic
// EXPECT: b atomic, b atomic
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 4;

__global__ void count(int *counters, const int *in) {
#ifdef RACY
  int *counter = counters;
#else
  int *counter = counters + 2 * blockIdx.x;
#endif
  atomicAdd_block(&counter[0], 1);               // [a]
  atomicMax_block(&counter[1], in[threadIdx.x]); // [b]
}

int main() {
  int *counters = zeroed<int>(2 * Blocks);
  const int *in = zeroed<int>(Threads);
  count<<<Blocks, Threads>>>(counters, in);
  return done();
}
