// Blocks that count themselves in and wait for each other: all of them have to be
// on the device at once.
#pragma once

__device__ unsigned arrived;

// Each thread publishes what it wrote. A barrier of the block has to follow, for
// those that have not waited themselves.
__device__ inline void waitForAllBlocks() {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x)
      ;
    __threadfence();
  }
}
