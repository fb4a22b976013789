// Threads that end before others meet, in a block whose last warp is short.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

constexpr int Threads = 100, Blocks = 3;

__global__ void shift(const int *in, int *out, int count) {
  __shared__ int line[Threads];
  const int t = threadIdx.x;
  const int i = blockIdx.x * Threads + t;
  if (i >= count)
    return;
  line[t] = in[i]; // [a]
#ifndef RACY
  __syncthreads();
#endif
  int x = t > 0 ? line[t - 1] : 0; // [b]
  if (x < 0) {
    out[i] = -1;
    return;
  }
  __syncthreads();
  line[t] = 2 * x;
  __syncthreads();
  out[i] += line[t > 40 ? t - 40 : 0];
}

int main() {
  constexpr int Count = Blocks * Threads - 37;
  int in[Blocks * Threads], out[Blocks * Threads];
  for (int i = 0; i < Blocks * Threads; ++i)
    in[i] = i + 1;
  int *from = zeroed<int>(Blocks * Threads), *to = zeroed<int>(Blocks * Threads);
  cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice);
  shift<<<Blocks, Threads>>>(from, to, Count);
  cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Blocks * Threads; ++i) {
    const int t = i % Threads, from = t > 40 ? t - 40 : 0;
    const int shifted = from > 0 ? i - t + from : 0;
    if (out[i] != (i < Count ? 2 * shifted : 0))
      return 1;
  }
#endif
  return done();
}
