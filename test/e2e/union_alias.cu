// Two members of a union share memory: the second is written while a slower
// warp still reads the first.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a read, b write
#include "Inputs/done.h"

constexpr int Threads = 128;

union Scratch {
  float samples[Threads];
  int warpCount[Threads / 32];
};

__global__ void countRising(const float *in, int *out) {
  __shared__ Scratch scratch;
  const int t = threadIdx.x;
  scratch.samples[t] = in[t];
  __syncthreads();
  const float next = scratch.samples[(t + 40) % Threads]; // [a]
  const int rising = __popc(__ballot_sync(0xffffffffu, next > in[t]));
#ifndef RACY
  __syncthreads();
#endif
  if (t % 32 == 0)
    scratch.warpCount[t / 32] = rising; // [b]
  __syncthreads();
  if (t < Threads / 32)
    out[t] = scratch.warpCount[t];
}

int main() {
  const float *in = zeroed<float>(Threads);
  int *out = zeroed<int>(Threads / 32);
  countRising<<<1, Threads>>>(in, out);
  return done();
}
