// Many threads store the same constant and read it again: that is more than a race of
// stores of the same value, though the store stands for the read.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, a write, between-blocks
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 2;

__global__ void mark(int *found, int *out) {
#ifdef RACY
  *found = 1; // [a]
  out[blockIdx.x * Threads + threadIdx.x] = *found;
#else
  out[blockIdx.x * Threads + threadIdx.x] = atomicExch(found, 1);
#endif
}

int main() {
  int *found = zeroed<int>(1), *out = zeroed<int>(Blocks * Threads);
  mark<<<Blocks, Threads>>>(found, out);
  return done();
}
