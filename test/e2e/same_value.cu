// Many threads store the same constant: a race of its own class.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, a write, same-value
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 2;

__global__ void anyZero(const int *in, int *found) {
  if (in[blockIdx.x * Threads + threadIdx.x] == 0) {
#ifdef RACY
    *found = 1; // [a]
#else
    atomicExch(found, 1);
#endif
  }
}

int main() {
  const int *in = zeroed<int>(Blocks * Threads);
  int *found = zeroed<int>(1);
  anyZero<<<Blocks, Threads>>>(in, found);
  return done();
}
