// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lock that does not protect: there is no fence behind the taking of the lock.
#include <cstdio>

__global__ void add(int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0)
    ;
#ifdef REPAIRED
  __threadfence();
#endif
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int *memory;
  cudaMallocManaged(&memory, 2 * sizeof(int));
  add<<<4, 32>>>(memory, memory + 1);
  cudaDeviceSynchronize();
  std::printf("%d\n", memory[1]);
}
