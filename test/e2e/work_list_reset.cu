// A counter that one thread starts anew while the others append to a list. In the clean form
// that is a launch of its own.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a atomic, b write
#include "Inputs/done.h"

constexpr int Threads = 32, Blocks = 4;

__global__ void append(int *list, int *count, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == first)
    *count = Threads * Blocks; // [b]
  if (i != first)
    list[atomicAdd(count, 1)] = i; // [a]
}

int main() {
  int *list = zeroed<int>(2 * Threads * Blocks), *count = zeroed<int>(1);
#ifdef RACY
  append<<<Blocks, Threads>>>(list, count, 7);
#else
  append<<<Blocks, Threads>>>(list, count, -1);
#endif
  return done();
}
