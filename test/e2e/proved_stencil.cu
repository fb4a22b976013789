// A row with a halo: who has the end of the row loads the neighbour's point too. The
// racy form misses the barrier behind the loads.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, d read
#include "Inputs/done.h"

constexpr int Block = 64;

__global__ void smooth(const int *points, int *result) {
  __shared__ int row[Block + 2];
  const int thread = threadIdx.x, point = blockIdx.x * Block + thread + 1;
  row[thread + 1] = points[point]; // [a]
  if (thread == 0)
    row[0] = points[point - 1];
  if (thread == Block - 1)
    row[Block + 1] = points[point + 1];
#ifndef RACY
  __syncthreads();
#endif
  int sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += row[thread + i]; // [d]
  result[point] = sum;
}

int main() {
  const int *points = zeroed<int>(4 * Block + 2);
  int *result = zeroed<int>(4 * Block + 2);
  smooth<<<4, Block>>>(points, result);
  return done();
}
