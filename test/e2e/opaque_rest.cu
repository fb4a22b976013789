// Blocks add up their elements in a tree, each in place of its first one. In the last one, which
// is short, the tree has the greatest power of two, and its last thread adds the rest: which
// thread, and from where on, the launch does not tell, but that it is one and stays in its block.
// Racy forms: the rest starts two blocks earlier; all threads from that one on add it; and each
// thread has a power of its own.
// RUN: %check_twins O0 %s --faults=EARLY,ALL_BEHIND,OWN_POWER
// RUN: %check_twins O2 %s --faults=EARLY,ALL_BEHIND,OWN_POWER
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options counters=1 %t | FileCheck %s
// CHECK: resolved=2
// CHECK: launches=2 launches_checked=0 launches_own=2
// EXPECT EARLY: a read, b write
// EXPECT ALL_BEHIND OWN_POWER: c write, c write
#include "Inputs/done.h"

constexpr int Block = 64, Size = 3 * Block + 43;

__device__ int greatestPower(int count) {
  int power = 1;
  for (int i = 1; i <= Block; i *= 2)
    if (count >= i)
      power = i;
  return power;
}

__global__ void addUp(int *sums, int size, int step) {
  __shared__ int part[Block];
  const int thread = threadIdx.x, first = blockIdx.x * Block;
  const int count = size - first;
  if (first + thread < size)
    part[thread] = sums[(first + thread) * step];
  __syncthreads();
  const int power = greatestPower(count);
  for (int i = 2; i <= power; i *= 2) {
    if ((thread + 1) % i == 0 && thread < power)
      part[thread] += part[thread - i / 2];
    __syncthreads();
  }
  if (count >= Block) {
    if (thread == Block - 1)
      sums[first * step] = part[thread]; // [b]
    return;
  }
#if defined(OWN_POWER)
  if (thread == greatestPower(thread < 16 ? count / 2 : count) - 1) {
#elif defined(ALL_BEHIND)
  if (thread >= power - 1) {
#else
  if (thread == power - 1) {
#endif
#ifdef EARLY
    const int start = max(first + power - 2 * Block, power);
#else
    const int start = first + power;
#endif
    for (int i = start; i < first + count; ++i)
      part[thread] += sums[i];         // [a]
    sums[first * step] = part[thread]; // [c]
  }
}

int main() {
  int *sums = zeroed<int>(Size);
  addUp<<<4, Block>>>(sums, Size, 1);
  addUp<<<1, Block>>>(sums, 4, Block);
  return done();
}
