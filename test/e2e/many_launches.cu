// 1025 launches, more than a shadow cell has epochs: cells of an old launch
// read as empty, also when its epoch comes again, and what it did to the same
// memory is ordered by the stream. The race is in the last launch only.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 64, Launches = (1 << 10) + 1;
// An element of `rare` is next written when the same epoch comes again, by
// another thread.
constexpr int Epochs = 255;

__global__ void touch(int *data, int *rare, int launch) {
  __shared__ int seen[Threads];
  const int t = (threadIdx.x + launch) % Threads;
  seen[t] = data[t];
  data[t] = seen[t] + 1;
  if (t == 0)
    rare[launch % Epochs] = launch;
}

__global__ void sumOfTwo(int *data, int *out) {
  const int t = threadIdx.x;
  data[t] = t; // [a]
#ifndef RACY
  __syncthreads();
#endif
  out[t] = data[(t + 32) % Threads]; // [b]
}

int main() {
  int *data = zeroed<int>(Threads);
  int *out = zeroed<int>(Threads);
  int *rare = zeroed<int>(Epochs);
  for (int i = 1; i < Launches; ++i)
    touch<<<1, Threads>>>(data, rare, i);
  sumOfTwo<<<1, Threads>>>(data, out);
  return done();
}
