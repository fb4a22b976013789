// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fence scope too narrow: a fence of the block orders nothing for threads of another block.
#include <cstdio>

#ifdef REPAIRED
#define FENCE __threadfence()
#else
#define FENCE __threadfence_block()
#endif

__global__ void hand_over(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    FENCE;
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0)
      ;
    FENCE;
    *out = *data;
  }
}

int main() {
  int *memory;
  cudaMallocManaged(&memory, 3 * sizeof(int));
  hand_over<<<2, 1>>>(memory, memory + 1, memory + 2);
  cudaDeviceSynchronize();
  std::printf("%d\n", memory[2]);
}
