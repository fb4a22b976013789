// Threads that leave early, by return, exit or a failed branch of an assert:
// those that stay are checked, and barriers join who is left.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O3 %s
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT: e write, f read
#include "Inputs/done.h"
#include <cassert>

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

__global__ void earlyReturn(int *cells, int *out, int live) {
  const int t = threadIdx.x;
  if (t >= live)
    return;
  cells[t] = t; // [a]
  BARRIER;
  out[t] = cells[live - 1 - t]; // [b]
}

__device__ __noinline__ void leave() { asm volatile("exit;"); }

__global__ void exitInFunction(int *cells, int *out, int live) {
  const int t = threadIdx.x;
  if (t >= live)
    leave();
  cells[t] = t; // [c]
  BARRIER;
  out[t] = cells[live - 1 - t]; // [d]
}

__global__ void asserted(int *cells, int *out, int live) {
  const int t = threadIdx.x;
  assert(t < live);
  if (out == nullptr)
    __trap();
  cells[t] = t; // [e]
  BARRIER;
  out[t] = cells[63 - t]; // [f]
}

int main() {
  earlyReturn<<<1, 96>>>(zeroed<int>(64), zeroed<int>(64), 64);
  exitInFunction<<<1, 96>>>(zeroed<int>(64), zeroed<int>(64), 64);
  asserted<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64), 64);
  return done();
}
