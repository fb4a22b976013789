// A bitonic sort whose threads of the smaller number act for their pair. Racy forms have
// both act, or have no barrier between the steps of a round.
// Which pairs of lines tell first depends on the schedule, so this one is for the CPU target.
// RUN: %check_twins O0 %s --faults=BOTH,NO_BARRIER
// RUN: %check_twins O2 %s --faults=BOTH,NO_BARRIER
// EXPECT: b read, d write
// EXPECT: a read, c write
// EXPECT NO_BARRIER: b read, c write
#include "../Inputs/done.h"

constexpr int Block = 128;

__global__ void sort(const int *values, int *result) {
  __shared__ int row[Block];
  const int thread = threadIdx.x;
  row[thread] = values[thread] + Block - thread;
  __syncthreads();
  for (int size = 2; size <= Block; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = thread ^ step;
#ifdef BOTH
      if (other >= 0) {
#else
      if (other > thread) {
#endif
        const int mine = row[thread]; // [a]
        const int its = row[other];   // [b]
        const bool isUp = (thread & size) == 0;
        row[other] = isUp == mine < its ? its : mine;  // [c]
        row[thread] = isUp == mine < its ? mine : its; // [d]
      }
#ifndef NO_BARRIER
      __syncthreads();
#endif
    }
#ifdef NO_BARRIER
    __syncthreads();
#endif
  }
  result[thread] = row[thread];
}

int main() {
  const int *values = zeroed<int>(Block);
  int *result = zeroed<int>(Block);
  sort<<<1, Block>>>(values, result);
  return done();
}
