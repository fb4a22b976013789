// Tree reduction: threads below the stride read above it and write below it. The racy
// form has no barrier between the levels.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: b read, c write
#include "Inputs/done.h"

constexpr int Block = 128;

__global__ void sum(const int *values, int *result) {
  __shared__ int partial[Block];
  const unsigned thread = threadIdx.x;
  partial[thread] = values[thread];
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (thread < stride) {
      const int other = partial[thread + stride]; // [b]
      partial[thread] += other;                   // [c]
    }
#ifndef RACY
    __syncthreads();
#endif
  }
  if (thread == 0)
    *result = partial[0];
}

int main() {
  const int *values = zeroed<int>(Block);
  int *result = zeroed<int>(1);
  sum<<<1, Block>>>(values, result);
  return done();
}
