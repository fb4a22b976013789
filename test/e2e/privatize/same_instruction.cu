// Lanes of one warp store different values to one word with one instruction.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, a write
#include "../Inputs/done.h"

constexpr int Threads = 64;

__global__ void mark(const int *keys, int *out) {
  __shared__ int last[Threads];
  const int t = threadIdx.x;
  last[t] = -1;
  __syncthreads();
#ifdef RACY
  last[keys[t]] = t; // [a]
#else
  last[keys[t] ^ (t & 1)] = t;
#endif
  __syncthreads();
  out[t] = last[t];
}

int main() {
  int keys[Threads];
  for (int i = 0; i < Threads; ++i)
    keys[i] = i & ~1; // pairs of neighbours
  int *onDevice = zeroed<int>(Threads), *out = zeroed<int>(Threads);
  cudaMemcpy(onDevice, keys, sizeof keys, cudaMemcpyHostToDevice);
  mark<<<1, Threads>>>(onDevice, out);
  return done();
}
