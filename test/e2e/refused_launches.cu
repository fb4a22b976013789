// What the device does not take without checks it does not take with them:
// programs that try a shape and look at the error go the same way.
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

__global__ void mirror(int *memory) {
  extern __shared__ int staged[];
  staged[threadIdx.x] = threadIdx.x; // [a]
#ifndef RACY
  __syncthreads();
#endif
  memory[threadIdx.x] = staged[63 - threadIdx.x]; // [b]
}

int main() {
  int *memory = zeroed<int>(64);
  constexpr int Large = 64 * 1024;
  // More than 48 KiB has to be allowed first.
  mirror<<<1, 64, Large>>>(memory);
  if (cudaGetLastError() != cudaErrorInvalidValue)
    return 1;
  if (cudaFuncSetAttribute(mirror, cudaFuncAttributeMaxDynamicSharedMemorySize, Large))
    return 2;
  mirror<<<1, 64, Large>>>(memory);
  if (cudaGetLastError() != cudaSuccess)
    return 4;
  mirror<<<1, 2048>>>(memory);
  if (cudaGetLastError() == cudaSuccess)
    return 5;
  return done();
}
