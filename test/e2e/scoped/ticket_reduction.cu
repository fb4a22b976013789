// The last block adds up volatile parts without a fence of its own behind the
// ticket, which is how volatile is meant; with a single block there is no fence
// at all.
// RUN: %check_twins O0 %s --faults=NO_FENCE,BLOCK_FENCE
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE,ONE_THREAD
// EXPECT NO_FENCE BLOCK_FENCE ONE_THREAD: a write, b read
// EXPECT BLOCK_FENCE ONE_THREAD: a write, c write
#include "../Inputs/done.h"

constexpr int Blocks = 16, Threads = 64;

__device__ void fence() {
#ifdef BLOCK_FENCE
  __threadfence_block();
#elif defined(ONE_THREAD)
  if (threadIdx.x != 0) // not the thread that wrote
    __threadfence();
#elif !defined(NO_FENCE)
  __threadfence();
#endif
}

__global__ void sum(volatile int *parts, unsigned *counter, int *result) {
  __shared__ bool isLast;
  if (threadIdx.x == 0)
    parts[blockIdx.x] = blockIdx.x; // [a]
  if (gridDim.x > 1) {
    fence();
    if (threadIdx.x == 0)
      isLast = atomicInc(counter, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (isLast && threadIdx.x == 0) { // and then writes what another block wrote
      int all = 0;
      for (int block = 0; block < Blocks; ++block)
        all += parts[block];        // [b]
      parts[blockIdx.x == 0] = all; // [c]
      *result = all;
    }
  }
}

int main() {
  sum<<<Blocks, Threads>>>(zeroed<int>(Blocks), zeroed<unsigned>(1), zeroed<int>(1));
  return done();
}
