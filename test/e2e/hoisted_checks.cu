// Loops that access the same word in each round are checked in front of the loop; one in
// which other threads write the word between two rounds is not.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: bound read, set write
// EXPECT: total, total
// EXPECT: step write, round read
#include "Inputs/done.h"

constexpr int Threads = 64, Rounds = 4;

#ifdef RACY
#define BARRIER()
#else
#define BARRIER() __syncthreads()
#endif

/// The bound of the loop is the next thread's.
__global__ void bound(int *bounds, int *out) {
  const int next = (threadIdx.x + 1) % Threads;
  for (int k = 0; k < bounds[next]; ++k) // [bound]
    out[threadIdx.x] += k;
  BARRIER();
  bounds[threadIdx.x] = 2; // [set]
}

/// Two threads share a sum.
__global__ void sum(const int *values, int *totals) {
  for (int k = 0; k < Rounds; ++k)
#ifdef RACY
    totals[threadIdx.x / 2] += values[k]; // [total]
#else
    totals[threadIdx.x] += values[k];
#endif
}

/// The rounds are ordered: each reads what the last one wrote.
__global__ void rounds(int *data, int *out) {
  const int next = (threadIdx.x + 1) % Threads;
  for (int k = 0; k < Rounds; ++k) {
    out[threadIdx.x] += data[next]; // [round]
    __syncthreads();
    data[threadIdx.x] = k; // [step]
    BARRIER();
  }
}

int main() {
  int *data = zeroed<int>(Threads), *out = zeroed<int>(Threads);
  bound<<<1, Threads>>>(data, out);
  sum<<<1, Threads>>>(data, out);
  rounds<<<1, Threads>>>(data, out);
  return done();
}
