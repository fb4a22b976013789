// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores of the same value: every thread that finds something stores the same flag.
#include <cstdio>

__global__ void find(const int *values, int wanted, int *found) {
  if (values[threadIdx.x] == wanted) {
#ifdef REPAIRED
    atomicExch(found, 1);
#else
    *found = 1;
#endif
  }
}

int main() {
  int *values, *found;
  cudaMallocManaged(&values, 64 * sizeof(int));
  cudaMallocManaged(&found, sizeof(int));
  find<<<1, 64>>>(values, 0, found);
  cudaDeviceSynchronize();
  std::printf("%d\n", *found);
}
