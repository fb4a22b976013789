// Kernels of two streams in flight at once, with different shapes, keep their
// own launch state and their own cells of shared memory: only the racy one is
// reported. (Global memory of launches that overlap: overlapping_launches.cu.)
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

__global__ void mirrorTwice() {
  extern __shared__ int staged[];
  const int t = threadIdx.x, n = blockDim.x;
  staged[t] = t;
  __syncthreads();
  const int mirrored = staged[n - 1 - t];
  __syncthreads();
  staged[t] = mirrored;
  __syncthreads();
  if (staged[n - 1 - t] != t)
    __trap();
}

__global__ void shiftLeft() {
  __shared__ int cells[64];
  const int t = threadIdx.x;
  cells[t] = t; // [a]
#ifndef RACY
  __syncthreads();
#endif
  const int right = cells[(t + 32) % 64]; // [b]
  if (right < 0)
    __trap();
}

int main() {
  cudaStream_t streams[2];
  for (cudaStream_t &stream : streams)
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int round = 0; round < 8; ++round) {
    mirrorTwice<<<4, 128, 128 * sizeof(int), streams[0]>>>();
    shiftLeft<<<1, 64, 0, streams[1]>>>();
  }
  return done();
}
