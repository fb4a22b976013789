// Warps of a block that use global memory together, with a barrier or without one; in one
// block and in several.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// RUN: %check_twins O2 --mode ld --flag=-DONE_BLOCK %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

constexpr int Threads = 96;
#ifdef ONE_BLOCK
constexpr int Blocks = 1;
#else
constexpr int Blocks = 3;
#endif

__global__ void reverse(int *line, int *out, int last) {
  int *mine = line + blockIdx.x * Threads;
  const int t = threadIdx.x;
  for (int round = 1; round <= 3; ++round) {
    mine[t] = t * round; // [a]
#ifdef RACY
    if (round != 2)
#endif
      __syncthreads();
    out[blockIdx.x * Threads + t] += mine[last - t]; // [b]
    __syncthreads();
  }
}

int main() {
  static int sums[Threads * Blocks];
  int *line = zeroed<int>(Threads * Blocks), *out = zeroed<int>(Threads * Blocks);
  reverse<<<Blocks, Threads>>>(line, out, Threads - 1);
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Threads * Blocks; ++i)
    if (sums[i] != 6 * (Threads - 1 - i % Threads))
      return 1;
#endif
  return done();
}
