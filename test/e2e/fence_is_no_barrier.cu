// A fence orders the accesses of its own thread; it waits for nobody.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 64;

__global__ void addLast(const int *in, int *out) {
  __shared__ int last;
  const int t = threadIdx.x;
  if (t == Threads - 1)
    last = in[t]; // [a]
#ifdef RACY
  __threadfence_block();
#else
  __syncthreads();
#endif
  out[t] = in[t] + last; // [b]
}

int main() {
  const int *in = zeroed<int>(Threads);
  int *out = zeroed<int>(Threads);
  addLast<<<1, Threads>>>(in, out);
  return done();
}
