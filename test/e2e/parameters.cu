// Structures that hold pointers, passed to a kernel by value and as a grid
// constant: reading the parameter is no access, what it points to is checked.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT: e write, f read
#include "Inputs/done.h"

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

struct Grid {
  int *cells;
  int *out;
  int extents[16];
};

__global__ void byValue(Grid grid) {
  const int t = threadIdx.x;
  grid.extents[t % 16] += t;
  grid.cells[t] = grid.extents[t % 8]; // [a]
  BARRIER;
  grid.out[t] = grid.cells[63 - t]; // [b]
}

__global__ void gridConstant(const __grid_constant__ Grid grid) {
  const int t = threadIdx.x;
  const int *extents = grid.extents;
  grid.cells[t] = extents[t % 16]; // [c]
  BARRIER;
  grid.out[t] = grid.cells[63 - t]; // [d]
}

__device__ __noinline__ int other(Grid grid, int t) {
  return grid.cells[grid.extents[t % 16] + 63 - t]; // [f]
}

__global__ void passedOn(Grid grid) {
  const int t = threadIdx.x;
  grid.cells[t] = t; // [e]
  BARRIER;
  grid.out[t] = other(grid, t);
}

int main() {
  byValue<<<1, 64>>>({zeroed<int>(64), zeroed<int>(64), {}});
  gridConstant<<<1, 64>>>({zeroed<int>(64), zeroed<int>(64), {}});
  passedOn<<<1, 64>>>({zeroed<int>(64), zeroed<int>(64), {}});
  return done();
}
