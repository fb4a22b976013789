// The program of the sample report: never compiled, only shown.
#include "scan.cuh"
#include <cstdio>
#include <cstdlib>

constexpr int Threads = 128;

__global__ void histogram(const int *keys, unsigned *bins, int count) {
  __shared__ unsigned local[256];
  const int t = threadIdx.x;
  local[t] = local[t + Threads] = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < count; i += gridDim.x * blockDim.x)
    local[keys[i] & 255] += 1;
  __syncthreads();
  bins[t] += local[t];
  bins[t + Threads] += local[t + Threads];
}

__global__ void publish(int *values, volatile int *flag) {
  if (blockIdx.x == 0) {
    values[threadIdx.x] = threadIdx.x;
    *flag = 1;
  } else {
    while (*flag == 0)
      ;
    values[blockIdx.x * blockDim.x + threadIdx.x] = values[threadIdx.x];
  }
}

__global__ void compact(const int *in, int *out, int *next, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= count && in[i] != 0)
    out[atomicAdd(next, 1)] = in[i];
  if (i == 0)
    printf("%d left\n", *next);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1024;
  int *keys = nullptr, *sorted = nullptr, *next = nullptr;
  unsigned *bins = nullptr;
  cudaMalloc(&keys, count * sizeof(int));
  cudaMalloc(&sorted, count * sizeof(int));
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMalloc(&next, sizeof(int));
  histogram<<<16, Threads>>>(keys, bins, count);
  scan::inclusive<<<4, Threads>>>(bins, 256, scan::Sum<unsigned>());
  publish<<<2, Threads>>>(sorted, next);
  compact<<<count / Threads, Threads>>>(keys, sorted, next, count);
  return cudaDeviceSynchronize();
}
