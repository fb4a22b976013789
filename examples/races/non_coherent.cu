// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Non-coherent load: __ldg() reads through a cache that does not follow what the kernel writes.
#include <cstdio>

__global__ void neighbours(int *values, int *out) {
  const int t = threadIdx.x;
  values[t] = t;
#ifdef REPAIRED
  __syncthreads();
  out[t] = values[(t + 1) % 64];
#else
  out[t] = __ldg(values + (t + 1) % 64);
#endif
}

int main() {
  int *memory;
  cudaMallocManaged(&memory, 128 * sizeof(int));
  neighbours<<<1, 64>>>(memory, memory + 64);
  cudaDeviceSynchronize();
  std::printf("%d\n", memory[64]);
}
