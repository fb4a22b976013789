// A block reads what its neighbour writes in the same launch; with two arrays it does not.
// What a thread adds up happens once, however often the launch runs.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a read, b write
#include "../Inputs/done.h"

constexpr int Threads = 64, Blocks = 6, All = Threads * Blocks;

__global__ void shift(const int *from, int *to, int *sums) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  const int next = from[(i + Threads) % All]; // [a]
  __syncthreads();
  to[i] = next + 1; // [b]
  sums[i % All] += next;
  sums[i % All] += next;
}

int main() {
  static int numbers[All], sums[All];
  for (int i = 0; i < All; ++i)
    numbers[i] = 3 * i;
  int *from = zeroed<int>(All), *to = zeroed<int>(All), *added = zeroed<int>(All);
#ifdef RACY
  to = from;
#endif
  cudaMemcpy(from, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  shift<<<Blocks, Threads>>>(from, to, added);
  cudaMemcpy(numbers, to, sizeof numbers, cudaMemcpyDeviceToHost);
  cudaMemcpy(sums, added, sizeof sums, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < All; ++i) {
    const int next = 3 * ((i + Threads) % All);
    if (numbers[i] != next + 1 || sums[i] != 2 * next)
      return 1;
  }
#endif
  return done();
}
