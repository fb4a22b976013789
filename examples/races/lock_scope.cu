// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lock of too narrow scope: its atomics exclude threads of the block only.
#include <cstdio>

#ifdef REPAIRED
#define TAKE(lock) atomicCAS(lock, 0, 1)
#define GIVE(lock) atomicExch(lock, 0)
#else
#define TAKE(lock) atomicCAS_block(lock, 0, 1)
#define GIVE(lock) atomicExch_block(lock, 0)
#endif

__global__ void add(int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  while (TAKE(lock) != 0)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  GIVE(lock);
}

int main() {
  int *memory;
  cudaMallocManaged(&memory, 2 * sizeof(int));
  add<<<4, 32>>>(memory, memory + 1);
  cudaDeviceSynchronize();
  std::printf("%d\n", memory[1]);
}
