// runs=N: what one run did in shared memory is no history of the next, so a
// program that is clean under one schedule is clean under several.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run --options schedule=random:seed=7:runs=5 %t | FileCheck %s
// CHECK: WarpSan: verdict=none races=0 {{.*}}not_analysed=0
__global__ void reverse(const int *in, int *out) {
  __shared__ int tile[512];
  for (int i = threadIdx.x; i < 512; i += 64)
    tile[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < 512; i += 64)
    out[i] = tile[511 - i];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 512 * sizeof(int));
  cudaMalloc(&out, 512 * sizeof(int));
  cudaMemset(in, 0, 512 * sizeof(int));
  reverse<<<1, 64>>>(in, out);
  reverse<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize();
}
