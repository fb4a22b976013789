// Sums up a tree and down again, with places left free for the banks: what a solver proves
// (proofs=z3), so that the launch runs without checks. A racy form lacks a
// barrier.
// RUN: %check_twins O2 %s --faults=NO_BARRIER --flag=-mllvm --flag=-warpsan-proofs=z3
// RUN: %warpsanxx_target -O2 -g %s -o %t.z3 -mllvm -warpsan-proofs=z3
// RUN: %check_run --options counters=1 %t.z3 | FileCheck %s
// RUN: %warpsanxx_target -O2 -g %s -o %t.ld -mllvm -warpsan-proofs=z3 -mllvm -warpsan-mode=ld
// RUN: %check_run --options counters=1 %t.ld | FileCheck %s
// RUN: %warpsanxx_target -O2 -g %s -o %t.quick
// RUN: %check_run --options counters=1 %t.quick | FileCheck %s --check-prefix=QUICK
// EXPECT NO_BARRIER: a write, a read
// EXPECT NO_BARRIER: b write, a read
// EXPECT NO_BARRIER: c write, a read
// CHECK: resolved=1
// QUICK-NOT: resolved=1
#include "Inputs/done.h"

constexpr int Threads = 128, Elements = 2 * Threads;

__host__ __device__ constexpr int padded(int i) { return i + i / 32; }

__global__ void scan(const int *in, int *out) {
  __shared__ int sums[padded(Elements)];
  const int t = threadIdx.x;
  sums[padded(t)] = in[t];                     // [b]
  sums[padded(t + Threads)] = in[t + Threads]; // [c]
  for (int step = 1; step < Elements; step *= 2) {
#ifndef NO_BARRIER
    __syncthreads();
#endif
    const int right = (t + 1) * 2 * step - 1;
    if (right < Elements)
      sums[padded(right)] += sums[padded(right - step)]; // [a]
  }
  if (t == 0)
    sums[padded(Elements - 1)] = 0;
  for (int step = Threads; step > 0; step /= 2) {
    __syncthreads();
    const int right = (t + 1) * 2 * step - 1;
    if (right < Elements) {
      const int left = sums[padded(right - step)];
      sums[padded(right - step)] = sums[padded(right)];
      sums[padded(right)] += left;
    }
  }
  __syncthreads();
  out[t] = sums[padded(t)];
  out[t + Threads] = sums[padded(t + Threads)];
}

int main() {
  const int *in = zeroed<int>(Elements);
  int *out = zeroed<int>(Elements);
  scan<<<1, Threads>>>(in, out);
  return done();
}
