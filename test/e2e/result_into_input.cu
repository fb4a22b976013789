// Each block stores its result at the front of the array that block 0 still
// reads: a race between blocks, which no block barrier can order.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a read, b write
#include "Inputs/done.h"

constexpr int Threads = 32, Blocks = 6;

__global__ void blockMax(int *data, int *results) {
  __shared__ int values[Threads];
  const int t = threadIdx.x;
  values[t] = data[blockIdx.x * Threads + t]; // [a]
  __syncthreads();
  if (t == 0) {
    int best = values[0];
    for (int i = 1; i < Threads; ++i)
      best = values[i] > best ? values[i] : best;
    results[blockIdx.x] = best; // [b]
  }
}

int main() {
  int *data = zeroed<int>(Blocks * Threads);
#ifdef RACY
  // Block 0 reads the first elements, the other blocks write them.
  int *results = data;
#else
  int *results = zeroed<int>(Blocks);
#endif
  blockMax<<<Blocks, Threads>>>(data, results);
  return done();
}
