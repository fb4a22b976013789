// The racing load is used behind the next barrier only, so an optimizer may
// sink it below that barrier. The source has the race all the same.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O3 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 96;

__global__ void scaleByFirst(const int *in, int *out) {
  __shared__ int factor;
  const int i = blockIdx.x * Threads + threadIdx.x;
  if (threadIdx.x == 0)
    factor = in[i] + 3; // [a]
#ifndef RACY
  __syncthreads();
#endif
  const int mine = factor; // [b]
  __syncthreads();
  out[i] = in[i] * mine;
}

int main() {
  const int *in = zeroed<int>(2 * Threads);
  int *out = zeroed<int>(2 * Threads);
  scaleByFirst<<<2, Threads>>>(in, out);
  return done();
}
