// What a block does by an argument, all of it one thing or another: tiles that are read as
// they are or shifted, in rounds whose number the mathematical library tells. Racy forms
// have threads that choose on their own, or both sides in one round.
// RUN: %check_twins O0 %s --faults=OWN_CHOICE,BOTH
// RUN: %check_twins O2 %s --faults=OWN_CHOICE,BOTH
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Block = 64;

__global__ void rounds(float length, int *result) {
  __shared__ int row[Block + 1];
  const int thread = threadIdx.x;
  int sum = 0;
  for (int i = 0; i <= log2f(length); ++i) {
#ifdef OWN_CHOICE
    const bool writes = i + thread > 7;
#else
    const bool writes = i * length < 30;
#endif
    if (writes)
      row[thread] = i + thread; // [a]
#ifdef BOTH
    if (thread < Block - 1)
#else
    if (!writes && thread < Block - 1)
#endif
      sum += row[thread + 1]; // [b]
    __syncthreads();
  }
  result[thread] = sum;
}

int main() {
  rounds<<<1, Block>>>(16, zeroed<int>(Block));
  return done();
}
