// A second pass sees what no execution of the program shows: the bound of another warp's loop
// with a step that is zero, and an index from elsewhere. It ends, and that is the race.
// RUN: %check_twins O0 --mode ld %s --faults=BOUND,INDEX
// RUN: %check_twins O2 --mode ld %s --faults=BOUND,INDEX
// EXPECT BOUND: a write, b read
// EXPECT INDEX: c write, d read
#include "../Inputs/done.h"

constexpr int Threads = 64;

__global__ void walk(int *out, int step) {
  __shared__ int bound;
  __shared__ int index;
  const int t = threadIdx.x;
  if (t == 0) {
    bound = index = 0;
  }
  __syncthreads();
  if (t == 40)
    bound = 5; // [a]
  if (t == 50)
    index = 1 << 29; // [c]
#ifndef BOUND
  __syncthreads();
#endif
  int sum = 0;
  if (t < 32)
#ifdef BOUND
    for (int i = 0; i < bound; i += step) // [b]
#else
    for (int i = 0; i < bound; ++i)
#endif
      out[0] = ++sum;
#ifdef INDEX
  __syncthreads();
  if (t == 33)
    index = 1 << 28; // [c]
  if (t < 32)
    out[index / (1 << 28) == 2 ? t : index] = t; // [d]
#endif
  out[t] = sum;
}

int main() {
  int *out = zeroed<int>(Threads);
  walk<<<1, Threads>>>(out, 0);
  return done();
}
