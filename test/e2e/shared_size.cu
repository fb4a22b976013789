// Kernels that ask how much shared memory they have see what the program gave them.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run --options verbosity=2 %t | FileCheck %s
// CHECK: launch 1: {{.*}}askForDynamic{{.*}} checked{{$}}
// CHECK: launch 2: {{.*}}askForAll{{.*}} checked{{$}}
// CHECK: launch 3: {{.*}}askInFunction{{.*}} checked{{$}}
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT: e write, f read
#include "Inputs/done.h"

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

constexpr int Threads = 64;

extern __shared__ int dynamic[];

__device__ unsigned dynamicSize() {
  unsigned bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  return bytes;
}

__global__ void askForDynamic(const int *order, unsigned *size, int *out) {
  dynamic[order[threadIdx.x]] = threadIdx.x; // [a]
  BARRIER;
  out[threadIdx.x] = dynamic[order[Threads - 1 - threadIdx.x]]; // [b]
  if (threadIdx.x == 0)
    *size = dynamicSize();
}

constexpr int Step = 16;

/// In steps of the hardware, which are at most 1 KiB, and perhaps with what the
/// system keeps. Cells would take twice as much.
__global__ void askForAll(const int *order, unsigned *size, int *out) {
  __shared__ int tile[Threads * Step];
  tile[order[threadIdx.x] * Step] = threadIdx.x; // [c]
  BARRIER;
  out[threadIdx.x] = tile[order[Threads - 1 - threadIdx.x] * Step]; // [d]
  unsigned bytes;
  asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(bytes));
  if (threadIdx.x == 0)
    *size = bytes;
}

__device__ __noinline__ void ask(unsigned *size) { *size = dynamicSize(); }

__global__ void askInFunction(const int *order, unsigned *size, int *out) {
  dynamic[order[threadIdx.x]] = threadIdx.x; // [e]
  BARRIER;
  out[threadIdx.x] = dynamic[order[Threads - 1 - threadIdx.x]]; // [f]
  if (threadIdx.x == 0)
    ask(size);
}

int main() {
  int numbers[Threads];
  for (int i = 0; i < Threads; ++i)
    numbers[i] = i;
  int *order = zeroed<int>(Threads), *out = zeroed<int>(Threads);
  unsigned *sizes = zeroed<unsigned>(3), found[3];
  constexpr unsigned Bytes = Threads * sizeof(int);
  cudaMemcpy(order, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  askForDynamic<<<1, Threads, Bytes>>>(order, sizes, out);
  askForAll<<<1, Threads>>>(order, sizes + 1, out);
  askInFunction<<<1, Threads, Bytes>>>(order, sizes + 2, out);
  cudaMemcpy(found, sizes, sizeof found, cudaMemcpyDeviceToHost);
  constexpr unsigned All = Bytes * Step;
  if (found[0] != Bytes || found[1] < All || found[1] > All + 2048 || found[2] != Bytes)
    return std::printf("wrong sizes: %u %u %u\n", found[0], found[1], found[2]), 4;
  return done();
}
