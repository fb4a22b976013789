// Launch attributes that change nothing about the order of threads: the launch
// is checked, and a cooperative one stays cooperative.
// RUN: %check_twins O1 %s
// EXPECT: a write, b read
#include "Inputs/done.h"
#include <cooperative_groups.h>

__global__ void mirror(int *memory) {
  if (!cooperative_groups::this_grid().is_valid())
    __trap();
  int *mine = memory + 128 * blockIdx.x;
  mine[threadIdx.x] = threadIdx.x; // [a]
#ifndef RACY
  __syncthreads();
#endif
  mine[64 + threadIdx.x] = mine[63 - threadIdx.x]; // [b]
}

int main() {
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeCooperative;
  attributes[0].val.cooperative = 1;
  attributes[1].id = cudaLaunchAttributePriority;
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 64;
  config.attrs = attributes;
  config.numAttrs = 2;
  if (cudaLaunchKernelEx(&config, mirror, zeroed<int>(256)))
    return 1;
  return done();
}
