// Blocks that follow each other in the same shared memory: none meets accesses of an
// earlier one, and the race of the last one shows.
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 3000;

__global__ void turn(const int *order, int *out) {
  __shared__ int tile[Threads];
  const int mine = order[threadIdx.x], other = order[Threads - 1 - threadIdx.x];
  const bool isAlone = blockIdx.x % 2 == 0;
  if (isAlone && threadIdx.x >= Threads / 2) // no block waits for those that have left
    return;
  tile[mine] = blockIdx.x; // [a]
#ifdef RACY
  if (blockIdx.x != Blocks - 1)
#endif
    if (!isAlone)
      __syncthreads();
  const int read = isAlone ? mine : other;
  atomicAdd(&out[threadIdx.x], tile[read] - int(blockIdx.x)); // [b]
}

int main() {
  int numbers[Threads];
  for (int i = 0; i < Threads; ++i)
    numbers[i] = i;
  int *order = zeroed<int>(Threads), *out = zeroed<int>(Threads);
  cudaMemcpy(order, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  turn<<<Blocks, Threads>>>(order, out);
  return done();
}
