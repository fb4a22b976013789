// 48 KiB of static shared memory, the most there is: the detector must not add
// any of its own.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 128, Words = 48 * 1024 / 4;

__global__ void reverseAll(const int *in, int *out) {
  __shared__ int all[Words];
  for (int i = threadIdx.x; i < Words; i += Threads)
    all[i] = in[i]; // [a]
#ifndef RACY
  __syncthreads();
#endif
  for (int i = threadIdx.x; i < Words; i += Threads)
    out[i] = all[Words - 1 - i]; // [b]
}

int main() {
  const int *in = zeroed<int>(Words);
  int *out = zeroed<int>(Words);
  reverseAll<<<1, Threads>>>(in, out);
  return done();
}
