// A kernel without launch bounds that needs many registers, launched with 1024
// threads: the instrumented kernel must start as the plain one does.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 1024, Live = 48;

__global__ void transform(const float *in, float *out) {
  __shared__ float exchanged[Threads];
  const int t = threadIdx.x;
  float live[Live];
#pragma unroll
  for (int i = 0; i < Live; ++i)
    live[i] = in[(t + i) % Threads];
  exchanged[t] = live[0]; // [a]
#ifndef RACY
  __syncthreads();
#endif
  const float far = exchanged[(t + 512) % Threads]; // [b]
#pragma unroll
  for (int i = 0; i < Live; ++i)
    live[i] = live[i] * far + live[(i + 7) % Live];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < Live; ++i)
    sum += live[i] * live[Live - 1 - i];
  out[t] = sum;
}

int main() {
  const float *in = zeroed<float>(Threads);
  float *out = zeroed<float>(Threads);
  transform<<<1, Threads>>>(in, out);
  return done();
}
