// A histogram with a plain increment: read and write of one line, within and
// between blocks.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O3 %s
// EXPECT: a, a
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 3, Bins = 5;

__global__ void histogram(const unsigned *keys, unsigned *bins) {
  const unsigned key = keys[blockIdx.x * Threads + threadIdx.x] + threadIdx.x;
#ifdef RACY
  ++bins[key % Bins]; // [a]
#else
  atomicAdd(&bins[key % Bins], 1u);
#endif
}

int main() {
  const unsigned *keys = zeroed<unsigned>(Blocks * Threads);
  unsigned *bins = zeroed<unsigned>(Bins);
  histogram<<<Blocks, Threads>>>(keys, bins);
  return done();
}
