// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No order between blocks: all of them add to one counter with a load and a store.
#include <cstdio>

__global__ void count(int *total) {
  if (threadIdx.x == 0) {
#ifdef REPAIRED
    atomicAdd(total, 1);
#else
    *total += 1;
#endif
  }
}

int main() {
  int *total;
  cudaMallocManaged(&total, sizeof(int));
  count<<<8, 32>>>(total);
  cudaDeviceSynchronize();
  std::printf("%d blocks\n", *total);
}
