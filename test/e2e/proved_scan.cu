// Scans with two buffers by turns. A racy form lacks the barrier between the rounds, or
// reads the buffer that it writes.
// RUN: %check_twins O0 %s --faults=NO_BARRIER,SAME_BUFFER
// RUN: %check_twins O2 %s --faults=NO_BARRIER,SAME_BUFFER
// EXPECT NO_BARRIER SAME_BUFFER: a read, b write
// EXPECT NO_BARRIER: b write, c read
#include "Inputs/done.h"

constexpr int Block = 128;

__global__ void scan(const int *values, int *result) {
  __shared__ int sums[2][Block];
  const int thread = threadIdx.x;
  int from = 0;
  sums[0][thread] = values[thread];
  __syncthreads();
  for (int distance = 1; distance < Block; distance *= 2) {
#ifdef SAME_BUFFER
    const int to = from;
#else
    const int to = 1 - from;
#endif
    int sum = sums[from][thread];
    if (thread >= distance)
      sum += sums[from][thread - distance]; // [a]
    sums[to][thread] = sum;                 // [b]
#ifndef NO_BARRIER
    __syncthreads();
#endif
    from = 1 - from;
  }
  result[thread] = sums[from][Block - 1 - thread]; // [c]
}

int main() {
  const int *values = zeroed<int>(Block);
  int *result = zeroed<int>(Block);
  scan<<<1, Block>>>(values, result);
  return done();
}
