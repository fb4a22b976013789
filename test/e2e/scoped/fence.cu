// A write, then a flag: the fence between them decides, and its scope.
// RUN: %check_twins O0 %s --faults=NO_FENCE,BLOCK_FENCE,LATE_WRITE
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE,LATE_WRITE
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE,LATE_WRITE --flag=-DFENCED_POLL
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE --flag=-DVOLATILE_FLAG
// RUN: %check_twins O2 %s --faults=NO_FENCE,LATE_WRITE --flag=-DONE_BLOCK
// RUN: %check_twins O2 %s --faults=NO_FENCE,LATE_WRITE --flag=-DONE_BLOCK --flag=-DBLOCK_SCOPE
// RUN: %check_twins O2 %s --faults=NO_FENCE --flag=-DONE_BLOCK --flag=-DVOLATILE_FLAG
// EXPECT NO_FENCE BLOCK_FENCE: a write, b read
// EXPECT LATE_WRITE: c write, b read
#include "Inputs/two_threads.h"

__device__ void fence() {
#ifdef NO_FENCE
#elif defined(BLOCK_FENCE) || defined(BLOCK_SCOPE)
  __threadfence_block();
#else
  __threadfence();
#endif
}

__device__ void raise(int *flag) {
#ifdef VOLATILE_FLAG
  *static_cast<volatile int *>(flag) = 1;
#elif defined(BLOCK_SCOPE)
  atomicExch_block(flag, 1);
#else
  atomicExch(flag, 1);
#endif
}

__device__ bool isRaised(int *flag) {
#ifdef VOLATILE_FLAG
  return *static_cast<volatile int *>(flag) != 0;
#elif defined(BLOCK_SCOPE)
  return atomicAdd_block(flag, 0) != 0;
#else
  return atomicAdd(flag, 0) != 0;
#endif
}

__global__ void handOver(int *data, int *flag, int *out) {
  if (isFirst()) {
    *data = 1; // [a]
    fence();
    raise(flag);
#ifdef LATE_WRITE
    *data = 2; // [c]
#endif
  } else if (isSecond()) {
    while (!isRaised(flag)) {
    }
#ifdef FENCED_POLL
    __threadfence();
#endif
    *out = *data; // [b]
  }
}

int main() {
  handOver<<<Blocks, Threads>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  return done();
}
