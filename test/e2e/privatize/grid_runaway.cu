// The second pass of a launch sees what the first one never does: a bound that another block
// has set, far beyond what the first pass did, and an index that leads nowhere. It ends early.
// RUN: %check_twins O0 --mode ld %s --faults=BOUND,INDEX
// RUN: %check_twins O2 --mode ld %s --faults=BOUND,INDEX
// EXPECT BOUND: a write, b read
// EXPECT INDEX: c write, d read
#include "../Inputs/done.h"

constexpr int Threads = 64, Blocks = 4;

__global__ void walk(int *out, int *bound, int *index, int step, int last) {
  const int t = threadIdx.x, b = blockIdx.x;
#ifdef BOUND
  if (b == last && t == 40)
    bound[0] = 100000; // [a]
#endif
#ifdef INDEX
  if (b == last && t == 41)
    index[0] = 8 * Threads; // [c]
#endif
  int sum = 0;
  if (b != last && t == 1)
    for (int i = 0; i < bound[0]; i += step) // [b]
      out[b * Threads + 1] = ++sum;
  __syncthreads();
  if (b != last && t == 2)
    sum = out[b * Threads + 2 + index[0]]; // [d]
  __syncthreads();
  out[b * Threads + t] += sum + t;
}

int main() {
  int *out = zeroed<int>(Threads * Blocks);
  cudaMemset(out, 1, sizeof(int) * Threads * Blocks);
  walk<<<Blocks, Threads>>>(out, zeroed<int>(1), zeroed<int>(1), 1, Blocks - 1);
  return done();
}
