// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No common lock: blocks take one of two locks before they change the same sum.
#include <cstdio>

__global__ void add(int *locks, int *sum) {
  if (threadIdx.x != 0)
    return;
#ifdef REPAIRED
  int *lock = locks;
#else
  int *lock = locks + blockIdx.x % 2;
#endif
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int *memory;
  cudaMallocManaged(&memory, 3 * sizeof(int));
  add<<<4, 32>>>(memory, memory + 2);
  cudaDeviceSynchronize();
  std::printf("%d\n", memory[2]);
}
