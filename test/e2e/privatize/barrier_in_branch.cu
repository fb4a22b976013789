// A barrier that stands in a branch which all threads of a block take alike, and a loop
// without one.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

constexpr int Threads = 64, Blocks = 4;

__global__ void smooth(int *values, int rounds) {
  __shared__ int line[Threads];
  const int t = threadIdx.x;
  int mine = values[blockIdx.x * Threads + t];
  for (int round = 0; round < rounds; ++round) {
    line[t] = mine; // [a]
    if (round % 2 == 0) {
      __syncthreads();
      mine += line[(t + 40) % Threads]; // [b]
#ifndef RACY
      __syncthreads();
#endif
    } else {
      __syncthreads();
      for (int i = 0; i < t % 3; ++i)
        mine += i;
      __syncthreads();
    }
  }
  values[blockIdx.x * Threads + t] = mine;
}

static int expected(int b, int t, int round) {
  if (round == 0)
    return b + t;
  const int before = expected(b, t, round - 1);
  if (round % 2 == 1)
    return before + expected(b, (t + 40) % Threads, round - 1);
  return before + (t % 3 == 2 ? 1 : 0);
}

int main() {
  int values[Blocks * Threads];
  for (int i = 0; i < Blocks * Threads; ++i)
    values[i] = i / Threads + i % Threads;
  int *onDevice = zeroed<int>(Blocks * Threads);
  cudaMemcpy(onDevice, values, sizeof values, cudaMemcpyHostToDevice);
  smooth<<<Blocks, Threads>>>(onDevice, 4);
  cudaMemcpy(values, onDevice, sizeof values, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Blocks * Threads; ++i)
    if (values[i] != expected(i / Threads, i % Threads, 4))
      return 1;
#endif
  return done();
}
