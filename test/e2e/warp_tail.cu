// The last warp of a reduction counts on lockstep: no __syncwarp() between its
// steps. volatile keeps the compiler away, it orders no lanes.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a read, b write
#include "Inputs/done.h"

__global__ void largest(const int *in, int *out) {
  __shared__ int values[64];
  const int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  if (t >= 32)
    return;
  volatile int *v = values;
  for (int step = 32; step > 0; step /= 2) {
    if (t < step) {
      const int other = v[t + step]; // [a]
      const int mine = v[t];
      v[t] = other > mine ? other : mine; // [b]
    }
#ifndef RACY
    __syncwarp();
#endif
  }
  if (t == 0)
    *out = v[0];
}

int main() {
  const int *in = zeroed<int>(64);
  int *out = zeroed<int>(1);
  largest<<<1, 64>>>(in, out);
  return done();
}
