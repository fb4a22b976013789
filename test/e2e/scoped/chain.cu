// Order goes on through a chain of threads: warp to warp within a block, from
// there to another block, and on to a warp of that one. Each link needs the scope
// of its own two threads only, and block-scope atomics of two blocks that are
// ordered so do not race.
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE --flag=-DATOMIC_DATA
// EXPECT: a, a
#include "../Inputs/done.h"

#ifdef ATOMIC_DATA
#define ADD(word) atomicAdd_block(word, 1)
#else
#define ADD(word) (*(word) += 1)
#endif

/// Between the blocks.
__device__ void wideFence() {
#ifdef BLOCK_FENCE
  __threadfence_block();
#elif !defined(NO_FENCE)
  __threadfence();
#endif
}

__global__ void passOn(int *data, int *flags) {
  const int link = blockIdx.x * 2 + threadIdx.x / 32;
  if (threadIdx.x % 32 != 0)
    return;
  while (link > 0 && atomicAdd(&flags[link - 1], 0) == 0) {
  }
  ADD(data); // [a]
  if (link == 1)
    wideFence();
  else
    __threadfence_block();
  atomicExch(&flags[link], 1);
}

int main() {
  passOn<<<2, 64>>>(zeroed<int>(1), zeroed<int>(4));
  return done();
}
