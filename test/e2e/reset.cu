// cudaDeviceReset in the middle: what was found before it and after it counts, in
// one verdict, and memory of before is no history of what comes after at the same
// addresses.
// RUN: %check_twins O2 %s --faults=BEFORE,AFTER,BOTH
// RUN: %check_twins O2 %s --flag=-DTWICE --faults=BEFORE,BOTH
// EXPECT BEFORE BOTH: a write, b read
// EXPECT AFTER BOTH: c write, d read
#include "Inputs/done.h"

#if defined(BEFORE) || defined(BOTH)
#define FIRST_BARRIER
#else
#define FIRST_BARRIER __syncthreads()
#endif
#if defined(AFTER) || defined(BOTH)
#define SECOND_BARRIER
#else
#define SECOND_BARRIER __syncthreads()
#endif

__device__ int total, begin = 7;

__global__ void first(int *cells) {
  const int t = threadIdx.x;
  cells[t] = t; // [a]
  FIRST_BARRIER;
  cells[64 + t] = cells[63 - t]; // [b]
  atomicAdd(&total, 1);
  atomicAdd(&begin, 1);
}

__global__ void second(int *cells) {
  const int t = threadIdx.x;
  cells[t] = t; // [c]
  SECOND_BARRIER;
  cells[64 + t] = cells[63 - t]; // [d]
  atomicAdd(&total, 1);
  atomicAdd(&begin, 1);
}

int main() {
  first<<<1, 64>>>(zeroed<int>(128));
  cudaDeviceReset();
  second<<<1, 64>>>(zeroed<int>(128));
  int values[2] = {};
  cudaMemcpyFromSymbol(&values[0], total, sizeof(int));
  cudaMemcpyFromSymbol(&values[1], begin, sizeof(int));
  if (values[0] != 64 || values[1] != 71) {
    std::printf("%d %d: the reset did not make variables new\n", values[0], values[1]);
    return 4;
  }
#ifdef TWICE // and as the last thing
  cudaDeviceReset();
  first<<<1, 64>>>(zeroed<int>(128));
  if (cudaDeviceSynchronize() || cudaDeviceReset())
    return 3;
#endif
  return done();
}
