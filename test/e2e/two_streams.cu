// Kernels of two streams in flight at once, with different shapes, keep their
// own launch state: only the racy one is reported.
// RUN: %check_twins cpu O0 %s
// RUN: %check_twins cpu O2 %s
// RUN: %check_twins cpu O3 %s
// RUN: %if gpu %{ %check_twins gpu O2 %s %}
// EXPECT: a write, b read
#include "Inputs/done.h"

__global__ void reverse(int *data, int n) {
  extern __shared__ int staged[];
  const int t = threadIdx.x;
  staged[t] = data[blockIdx.x * n + t];
  __syncthreads();
  data[blockIdx.x * n + t] = staged[n - 1 - t];
}

__global__ void shiftLeft(int *data, int n) {
  const int t = threadIdx.x;
  data[t] = t; // [a]
#ifndef RACY
  __syncthreads();
#endif
  const int right = data[(t + 32) % n]; // [b]
  __syncthreads();
  data[t] = right;
}

int main() {
  int *left = zeroed<int>(4 * 128);
  int *right = zeroed<int>(64);
  cudaStream_t streams[2];
  for (cudaStream_t &stream : streams)
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int round = 0; round < 8; ++round) {
    reverse<<<4, 128, 128 * sizeof(int), streams[0]>>>(left, 128);
    shiftLeft<<<1, 64, 0, streams[1]>>>(right, 64);
  }
  return done();
}
