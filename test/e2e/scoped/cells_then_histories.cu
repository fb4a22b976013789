// Two kernels on one stream: parts of words in shared memory, which cells follow,
// then a flag, which takes histories. What the first left must not hold up the second.
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

__global__ void cells(char *out) {
  __shared__ char bytes[256];
  bytes[threadIdx.x] = char(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = bytes[threadIdx.x ^ 1];
}

__global__ void histories(char *out) {
  __shared__ int flag;
  __shared__ char byte;
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    byte = 1; // [a]
#ifndef RACY
    __threadfence_block();
#endif
    atomicExch_block(&flag, 1);
  }
  if (threadIdx.x == 32) {
    while (atomicAdd_block(&flag, 0) == 0) {
    }
    *out = byte; // [b]
  }
}

int main() {
  char *out;
  cudaMalloc(&out, 256);
  cells<<<1, 256>>>(out);
  histories<<<1, 64>>>(out);
  return done();
}
