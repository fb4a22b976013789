// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Missing block barrier: neighbours of a tile are read before all of it is written.
#include <cstdio>

__global__ void smooth(const float *in, float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  tile[t] = in[t];
#ifdef REPAIRED
  __syncthreads();
#endif
  out[t] = tile[t] + tile[(t + 1) % 128];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(float));
  cudaMallocManaged(&out, 128 * sizeof(float));
  smooth<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  std::printf("done\n");
}
