// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Missing warp barrier: lanes of a warp do not run in step, and a shuffle orders no memory.
#include <cstdio>

__global__ void rotate(int *out) {
  __shared__ int lanes[32];
  const int t = threadIdx.x;
  lanes[t] = t;
#ifdef REPAIRED
  __syncwarp();
#endif
  out[t] = lanes[(t + 1) % 32];
}

int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  rotate<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d\n", out[0]);
}
