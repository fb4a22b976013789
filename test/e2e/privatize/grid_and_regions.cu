// Regions with shared memory inside the passes of a grid: a race in a region, one between blocks,
// both, or none. A block's regions find what the regions before have written to global memory.
// RUN: %check_twins O0 --mode ld --faults=REGION,GRID,BOTH %s
// RUN: %check_twins O2 --mode ld --faults=REGION,GRID,BOTH %s
// EXPECT REGION BOTH: a write, b read
// EXPECT GRID BOTH: c write, d read
#include "../Inputs/done.h"

constexpr int Threads = 64, Blocks = 4, All = Threads * Blocks;

__global__ void mean(int *values, int *out, const int *places) {
  __shared__ int tile[Threads];
  const int t = threadIdx.x, first = blockIdx.x * Threads;
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    tile[t] = values[places[first + t]] + round; // [a]
#if !defined(REGION) && !defined(BOTH)
    __syncthreads();
#endif
    sum += tile[(t + 32) % Threads]; // [b]
    __syncthreads();
    values[places[first + t]] = sum; // [c]
    __syncthreads();
#if defined(GRID) || defined(BOTH)
    sum += values[places[(first + Threads + t) % All]]; // [d]
    __syncthreads();
#endif
  }
  out[places[first + t]] = sum + values[places[first + (t + 32) % Threads]];
}

int main() {
  static int places[All], results[All];
  for (int i = 0; i < All; ++i)
    places[i] = i;
  int *order = zeroed<int>(All), *values = zeroed<int>(All), *out = zeroed<int>(All);
  cudaMemcpy(order, places, sizeof places, cudaMemcpyHostToDevice);
  cudaMemcpy(values, places, sizeof places, cudaMemcpyHostToDevice);
  mean<<<Blocks, Threads>>>(values, out, order);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
#if !defined(REGION) && !defined(GRID) && !defined(BOTH)
  for (int i = 0; i < All; ++i) {
    const int other = i / Threads * Threads + (i + 32) % Threads;
    int own = i, others = other, sum = 0, sums = 0;
    for (int round = 0; round < 3; ++round) {
      const int left = others + round, right = own + round;
      sum += left;
      sums += right;
      own = sum;
      others = sums;
    }
    if (results[i] != sum + others)
      return 1;
  }
#endif
  return done();
}
