// The same where the order is decided afterwards: histories of words start anew,
// and what they had no room for is no access of the new object either. Boxes of
// different sizes wander between the blocks.
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 8, Rounds = 12, Words = 16;

__device__ int flag;

__global__ void wander(int *out) {
  __shared__ int *box;
  const int t = threadIdx.x;
  // One who publishes and one who waits for it: the kernel runs with histories.
  if (blockIdx.x == 0 && t == 0) {
    __threadfence();
    atomicExch(&flag, 1);
  }
  for (int round = 0; round < Rounds; ++round) {
    if (t == 0)
      box =
          static_cast<int *>(malloc((Words + (blockIdx.x + round) % Blocks * Words) * sizeof(int)));
    __syncthreads();
    int *mine = box;
    if (t < Words)
      mine[t] = round; // [a]
#ifndef RACY
    __syncthreads();
#endif
    // More readers than a history has room for, and no two are neighbours.
    if (t % 2 == 0)
      out[blockIdx.x * Threads + t] = mine[Words / 2] + mine[t / 4]; // [b]
    __syncthreads();
    if (t == 0) {
      mine[Words / 2] = -1;
      free(mine);
    }
  }
}

int main() {
  wander<<<Blocks, Threads>>>(zeroed<int>(Blocks * Threads));
  return done();
}
