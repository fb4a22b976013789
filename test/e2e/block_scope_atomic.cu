// Block scope suffices on a counter of each block, not on one that blocks share.
// RUN: %check_twins cpu O0 %s
// RUN: %check_twins cpu O2 %s
// RUN: %check_twins cpu O3 %s
// RUN: %if gpu %{ %check_twins gpu O2 %s %}
// EXPECT: a atomic, a atomic
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 4;

__global__ void count(int *counters) {
#ifdef RACY
  int *counter = counters;
#else
  int *counter = counters + blockIdx.x;
#endif
  atomicAdd_block(counter, 1); // [a]
}

int main() {
  int *counters = zeroed<int>(Blocks);
  count<<<Blocks, Threads>>>(counters);
  return done();
}
