// Static and dynamic shared memory, block barriers with and without a result.
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// RUN: %clang_cpu -O2 %s -o %t.2 && %t.2 | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=3 %t.2 | FileCheck %s
// CHECK: reduction: 499500
// CHECK: reversed: 127 0
// CHECK: barrier results: 22 0 1
// CHECK: two kernels, one function: 3 300
// CHECK: static bytes: 1024 0 4096
#include <cstdio>

__global__ void sum(int *total, int n) {
  __shared__ int part[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? i : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(total, part[0]);
}

extern __shared__ int dynamicPart[];

__global__ void reverse(int *out) {
  dynamicPart[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = dynamicPart[blockDim.x - 1 - threadIdx.x];
}

__global__ void barrierResults(int *out) {
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  const int all = __syncthreads_and(threadIdx.x < 63);
  const int any = __syncthreads_or(threadIdx.x == 63);
  if (threadIdx.x == 5) {
    out[0] = count;
    out[1] = all;
    out[2] = any;
  }
}

// Noinline: the variable belongs to both kernels, and must not overlap theirs.
__device__ __noinline__ int exchange(int value) {
  __shared__ int slot[2];
  slot[threadIdx.x] = value;
  __syncthreads();
  return slot[0] + slot[1];
}

__global__ void firstUser(int *out) {
  __shared__ int own[2];
  own[threadIdx.x] = threadIdx.x + 1;
  const int result = exchange(own[threadIdx.x]);
  out[0] = own[1] == 2 ? result : -1;
}

__global__ void secondUser(int *out) {
  __shared__ int own[1000];
  own[threadIdx.x] = 100 * (threadIdx.x + 1);
  const int result = exchange(own[threadIdx.x]);
  out[1] = own[1] == 200 ? result : -1;
}

__global__ void large() {
  __shared__ int own[1024];
  own[threadIdx.x] = 1;
  __syncthreads();
  if (own[0] != 1)
    __trap();
}

template <typename Kernel>
static int staticBytes(Kernel *kernel) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  return static_cast<int>(attributes.sharedSizeBytes);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 1024);
  sum<<<4, 256>>>(out, 1000);
  cudaDeviceSynchronize();
  printf("reduction: %d\n", out[0]);
  reverse<<<1, 128, 128 * sizeof(int)>>>(out);
  cudaDeviceSynchronize();
  printf("reversed: %d %d\n", out[0], out[127]);
  barrierResults<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("barrier results: %d %d %d\n", out[0], out[1], out[2]);
  firstUser<<<1, 2>>>(out);
  secondUser<<<1, 2>>>(out);
  cudaDeviceSynchronize();
  printf("two kernels, one function: %d %d\n", out[0], out[1]);
  large<<<1, 32>>>();
  printf("static bytes: %d %d %d\n", staticBytes(sum), staticBytes(reverse), staticBytes(large));
}
