// Two translation units, each with a kernel and a device variable of the same
// name, linked from objects: sites and variables of the units stay apart.
// RUN: %check_twins O0 %s %S/Inputs/second_unit.cu
// RUN: %check_twins O2 %s %S/Inputs/second_unit.cu
// RUN: %check_twins O3 %s %S/Inputs/second_unit.cu
// EXPECT: a write, b read
// EXPECT: c write, d read
#include "Inputs/done.h"

void launchSecond();

static __device__ int board[64];

static __global__ void step(int *out) {
  const int t = threadIdx.x;
  board[t] = t; // [a]
#ifndef RACY
  __syncthreads();
#endif
  out[t] = board[63 - t]; // [b]
}

int main() {
  step<<<1, 64>>>(zeroed<int>(64));
  launchSecond();
  return done();
}
