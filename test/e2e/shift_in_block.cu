// Each thread takes over what its neighbour of the block wrote, in global memory: barriers
// stand between, hence the launch needs no checks. Racy forms lack one of them, or the last
// thread of a block has a neighbour in the next one.
// RUN: %check_twins O0 %s --faults=NO_FIRST,NO_SECOND,NEXT_BLOCK
// RUN: %check_twins O2 %s --faults=NO_FIRST,NO_SECOND,NEXT_BLOCK
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options counters=1 %t | FileCheck %s
// CHECK: launches=1 launches_checked=0 launches_own=1
// EXPECT NO_FIRST: a write, b read
// EXPECT NO_SECOND: b read, c write
// EXPECT NEXT_BLOCK: a write, b read
#include "Inputs/done.h"

constexpr int Block = 64, Blocks = 4;

__device__ bool hasNeighbour() {
#ifdef NEXT_BLOCK
  return blockIdx.x * Block + threadIdx.x + 1 < Block * Blocks;
#else
  return threadIdx.x + 1 < Block;
#endif
}

__global__ void shift(int *values) {
  const int own = blockIdx.x * Block + threadIdx.x;
  values[own] = own; // [a]
#ifndef NO_FIRST
  __syncthreads();
#endif
  int next = 0;
  if (hasNeighbour())
    next = values[own + 1]; // [b]
#ifndef NO_SECOND
  __syncthreads();
#endif
#ifdef NEXT_BLOCK
  values[Block * Blocks + own] = next;
#else
  values[own] = next; // [c]
#endif
}

int main() {
  shift<<<Blocks, Block>>>(zeroed<int>(2 * Block * Blocks));
  return done();
}
