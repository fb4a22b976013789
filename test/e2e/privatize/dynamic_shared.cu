// Dynamic shared memory with two arrays in it, beside static shared memory.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

constexpr int Threads = 128, Blocks = 7;

extern __shared__ char room[];

__global__ void exchange(long long *out) {
  __shared__ int order[Threads];
  long long *wide = reinterpret_cast<long long *>(room);
  short *narrow = reinterpret_cast<short *>(room + Threads * sizeof(long long));
  const int t = threadIdx.x;
  order[t] = (t + 64) % Threads;
  wide[t] = blockIdx.x * 1000ll + t; // [a]
  narrow[t] = short(t);
#ifndef RACY
  __syncthreads();
#endif
  const int from = (t + 64) % Threads;
  const long long x = wide[from]; // [b]
  __syncthreads();
  out[blockIdx.x * Threads + t] = x + narrow[order[t]];
}

int main() {
  long long results[Blocks * Threads];
  long long *out = zeroed<long long>(Blocks * Threads);
  exchange<<<Blocks, Threads, Threads * (sizeof(long long) + sizeof(short))>>>(out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Blocks * Threads; ++i)
    if (results[i] != i / Threads * 1000ll + 2 * ((i + 64) % Threads))
      return 1;
#endif
  return done();
}
