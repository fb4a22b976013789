// Two warps store to one element between the same barriers.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, a write
#include "../Inputs/done.h"

constexpr int Threads = 96;

__global__ void last(int *out) {
  __shared__ int bins[Threads];
  const int t = threadIdx.x;
#ifdef RACY
  bins[t * 5 % 64] = t + 1; // [a]
#else
  bins[t * 5 % Threads] = t + 1;
#endif
  __syncthreads();
  out[t] = bins[Threads - 1 - t];
}

int main() {
  int *out = zeroed<int>(Threads);
  last<<<1, Threads>>>(out);
  return done();
}
