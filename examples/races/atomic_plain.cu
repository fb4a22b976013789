// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic against plain access: the sum is added up by atomics and read without.
#include <cstdio>

__global__ void limit(int *sum, int *late) {
  atomicAdd(sum, 1);
#ifdef REPAIRED
  if (atomicAdd(sum, 0) > 32)
#else
  if (*sum > 32)
#endif
    atomicAdd(late, 1);
}

int main() {
  int *counters;
  cudaMallocManaged(&counters, 2 * sizeof(int));
  limit<<<1, 64>>>(counters, counters + 1);
  cudaDeviceSynchronize();
  std::printf("%d\n", counters[0]);
}
