// Each thread counts the last digits of numbers in a row of its own, and a thread of each block
// that memory names writes at its number: it is the only one there. In the racy forms the rows
// are too short, and each block takes the same row.
// RUN: %check_twins O0 %s --faults=SHORT_ROWS,SAME_ROW
// RUN: %check_twins O2 %s --faults=SHORT_ROWS,SAME_ROW
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options counters=1 %t | FileCheck %s
// CHECK: resolved=1
// EXPECT SHORT_ROWS SAME_ROW: a write, a write
#include "Inputs/done.h"

constexpr int Threads = 32, Blocks = 2, Digits = 16;

#ifdef SHORT_ROWS
constexpr int Row = Digits - 1;
#else
constexpr int Row = Digits;
#endif

__global__ void countDigits(int *counts, int *last, const unsigned *numbers, int size) {
#ifdef SAME_ROW
  const int thread = threadIdx.x;
#else
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
#endif
  unsigned number = 0;
  for (int i = 0; i < size; ++i) {
    number = numbers[i];
    counts[thread * Row + number % Digits] = i; // [a]
  }
  if (number == blockIdx.x * blockDim.x + threadIdx.x)
    last[number] = size;
}

int main() {
  constexpr int Size = 2;
  unsigned *numbers = zeroed<unsigned>(Size);
  const unsigned ends[Size] = {0, Digits - 1};
  cudaMemcpy(numbers, ends, sizeof ends, cudaMemcpyHostToDevice);
  countDigits<<<Blocks, Threads>>>(zeroed<int>(Threads * Blocks * Digits),
                                   zeroed<int>(Threads * Blocks), numbers, Size);
  return done();
}
