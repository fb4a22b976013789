// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unordered volatile accesses: volatile keeps the compiler from moving them and orders no thread.
#include <cstdio>

__global__ void label(volatile int *labels, volatile int *next) {
  const int t = threadIdx.x;
  labels[t] = t;
#ifdef REPAIRED
  __syncthreads();
#endif
  next[t] = labels[(t + 1) % 64];
}

int main() {
  int *labels;
  cudaMallocManaged(&labels, 128 * sizeof(int));
  label<<<1, 64>>>(labels, labels + 64);
  cudaDeviceSynchronize();
  std::printf("%d\n", labels[64]);
}
