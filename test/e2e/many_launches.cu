// 1025 launches, one more than the epochs of a shadow cell: cells of an old
// launch must read as empty again, and what an earlier launch did to the same
// memory is ordered by the stream. The race is in the last launch only.
// RUN: %check_twins cpu O0 %s
// RUN: %check_twins cpu O2 %s
// RUN: %check_twins cpu O3 %s
// RUN: %if gpu %{ %check_twins gpu O2 %s %}
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 64, Launches = (1 << 10) + 1;

// Thread t writes its element; the next launch gives it to another thread.
__global__ void touch(int *data, int shift) {
  __shared__ int seen[Threads];
  const int t = (threadIdx.x + shift) % Threads;
  seen[t] = data[t];
  data[t] = seen[t] + 1;
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
  for (int i = 1; i < Launches; ++i)
    touch<<<1, Threads>>>(data, i);
  sumOfTwo<<<1, Threads>>>(data, out);
  return done();
}
