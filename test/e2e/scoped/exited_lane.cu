// Lanes that have exited are not waited for, though the mask names them. They must
// not be counted in at this or the next barrier either.
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

__global__ void pass(int *data, int *flag, int *out) {
  constexpr unsigned Lanes = 0xf;
  if (threadIdx.x >= 3)
    return;
  __threadfence(); // an order log is kept
  atomicAdd(flag, 1);
  for (int round = 0; round < 4; ++round) {
    data[threadIdx.x] = round; // [a]
#ifndef RACY
    __syncwarp(Lanes);
#endif
    out[threadIdx.x] += data[(threadIdx.x + 1) % 3]; // [b]
    __syncwarp(Lanes);
  }
}

int main() {
  pass<<<1, 32>>>(zeroed<int>(4), zeroed<int>(1), zeroed<int>(4));
  return done();
}
