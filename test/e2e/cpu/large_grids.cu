// Grids of more threads than are alive at once; memory stays bounded.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=1 %t | FileCheck %s
// RUN: env WARPSAN_OPTIONS=resident_threads=64 %t | FileCheck %s
// CHECK: threads: 1048576
// CHECK: barriers: 131072
// CHECK: memory: ok
#include <cstdio>
#include <sys/resource.h>

__global__ void count(unsigned *total) {
  if (threadIdx.x == 0)
    atomicAdd(total, blockDim.x);
}

__global__ void countTwice(unsigned *total) {
  __shared__ unsigned part;
  if (threadIdx.x == 0)
    part = 0;
  __syncthreads();
  atomicAdd(&part, 1u);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(total, part);
}

int main() {
  unsigned *total;
  cudaMallocManaged(&total, 2 * sizeof *total);
  count<<<4096, 256>>>(total);
  countTwice<<<1024, 128>>>(total + 1);
  cudaDeviceSynchronize();
  printf("threads: %u\nbarriers: %u\n", total[0], total[1]);
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("memory: %s\n", usage.ru_maxrss < 400 * 1024 ? "ok" : "too much");
}
