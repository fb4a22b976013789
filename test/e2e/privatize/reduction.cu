// A tree reduction in shared memory, with a barrier in each round of its loop. Without it
// a warp reads what another one adds up in the same round.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a read, b write
#include "../Inputs/done.h"

constexpr int Threads = 256, Blocks = 5;

__global__ void sum(const int *numbers, int *sums) {
  __shared__ int part[Threads];
  const int t = threadIdx.x;
  part[t] = numbers[blockIdx.x * Threads + t];
  __syncthreads();
  for (int half = Threads / 2; half > 0; half /= 2) {
    if (t < half) {
      const int other = part[t + half]; // [a]
      part[t] = part[t] + other;        // [b]
    }
#ifdef RACY
    if (half > 64)
#endif
      __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] += part[0];
}

int main() {
  int numbers[Blocks * Threads], sums[Blocks];
  for (int i = 0; i < Blocks * Threads; ++i)
    numbers[i] = i + 1;
  int *onDevice = zeroed<int>(Blocks * Threads), *results = zeroed<int>(Blocks);
  cudaMemcpy(onDevice, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  sum<<<Blocks, Threads>>>(onDevice, results);
  cudaMemcpy(sums, results, sizeof sums, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int b = 0; b < Blocks; ++b)
    if (sums[b] != Threads * (Threads * (2 * b + 1) + 1) / 2)
      return 1;
#endif
  return done();
}
