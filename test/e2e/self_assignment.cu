// A broadcast in which the leader stores its own value back over itself while
// the other lanes read it.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a read, b write
#include "Inputs/done.h"

constexpr int Threads = 64;

__global__ void spread(int *data) {
  __shared__ int cells[Threads];
  const int t = threadIdx.x;
  const int leader = t & ~31;
  cells[t] = data[t];
  __syncwarp();
  const int value = cells[leader]; // [a]
#ifndef RACY
  if (t != leader)
#endif
    cells[t] = value; // [b]
  __syncwarp();
  data[t] = cells[t ^ 3];
}

int main() {
  int *data = zeroed<int>(Threads);
  spread<<<1, Threads>>>(data);
  return done();
}
