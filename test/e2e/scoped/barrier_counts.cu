// A numbered barrier has another number of threads each time, and the first kernel
// leaves arrivals at it that nobody waits for.
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

__device__ void meet(int threads) { asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory"); }

__global__ void leaveArrivals() {
  if (threadIdx.x >= 32)
    asm volatile("bar.arrive 1, 96;" ::: "memory");
}

__global__ void shift(int *data, int *out) {
  if (threadIdx.x < 64)
    meet(64);
  __syncthreads();                      // a barrier must have one number of threads at a time
  data[threadIdx.x] = int(threadIdx.x); // [a]
#ifndef RACY
  meet(96);
#endif
  out[threadIdx.x] = data[(threadIdx.x + 32) % 96]; // [b]
}

int main() {
  int *data;
  cudaMalloc(&data, 2 * 96 * sizeof *data);
  leaveArrivals<<<1, 64>>>();
  shift<<<1, 96>>>(data, data + 96);
  return done();
}
