// The last block to finish adds up what all blocks left, and puts the counter back
// for the next launch by a plain store.
// RUN: %check_twins O0 %s --faults=NO_FENCE,BLOCK_FENCE
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE,BLOCK_COUNTER
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE --flag=-DVOLATILE_PARTS
// EXPECT NO_FENCE BLOCK_FENCE BLOCK_COUNTER: a write, b read
// EXPECT BLOCK_COUNTER: c atomic, c atomic
// EXPECT NO_FENCE BLOCK_COUNTER: c atomic, d write
#include "../Inputs/done.h"

constexpr int Blocks = 16, Threads = 64;

#ifdef VOLATILE_PARTS
using Part = volatile int;
#else
using Part = int;
#endif

#ifdef BLOCK_COUNTER
#define INCREMENT atomicInc_block
#else
#define INCREMENT atomicInc
#endif

__device__ void fence() {
#ifdef BLOCK_FENCE
  __threadfence_block();
#elif !defined(NO_FENCE)
  __threadfence();
#endif
}

__global__ void sum(Part *parts, unsigned *counter, int *out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x; // [a]
    fence();
    isLast = INCREMENT(counter, Blocks) == Blocks - 1; // [c]
#ifndef VOLATILE_PARTS
    __threadfence();
#endif
  }
  __syncthreads();
  if (!isLast)
    return;
  if (threadIdx.x < Blocks)
    atomicAdd(out, parts[threadIdx.x]); // [b]
  if (threadIdx.x == 0)
    *counter = 0; // [d]
}

int main() {
  int *parts = zeroed<int>(Blocks), *out = zeroed<int>(1);
  unsigned *counter = zeroed<unsigned>(1);
  sum<<<Blocks, Threads>>>(parts, counter, out);
  sum<<<Blocks, Threads>>>(parts, counter, out);
  return done();
}
