// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Missing fence: a flag says that data is there, but nothing orders the data before the flag.
#include <cstdio>

__global__ void hand_over(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
#ifdef REPAIRED
    __threadfence();
#endif
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0)
      ;
#ifdef REPAIRED
    __threadfence();
#endif
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
