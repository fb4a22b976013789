// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic scope too narrow: atomics of the block do not exclude those of another block.
#include <cstdio>

__global__ void count(int *total) {
#ifdef REPAIRED
  atomicAdd(total, 1);
#else
  atomicAdd_block(total, 1);
#endif
}

int main() {
  int *total;
  cudaMallocManaged(&total, sizeof(int));
  count<<<4, 32>>>(total);
  cudaDeviceSynchronize();
  std::printf("%d\n", *total);
}
