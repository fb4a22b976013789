// Each block updates a tile of a matrix in place, from a row of the tile above it and a column
// of the one on its left, which no block of the launch writes. In the racy form the tiles start
// a row earlier.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options counters=1 %t | FileCheck %s
// CHECK: launches=1 launches_checked=0 launches_own=1
// EXPECT: a read, b write
#include "Inputs/done.h"

constexpr int Tile = 8, Blocks = 3, Size = Blocks * Tile + 1;

#ifdef RACY
constexpr int First = 0;
#else
constexpr int First = 1;
#endif

__global__ void fillDiagonal(int *matrix, int size, int last) {
  const int row = (last - blockIdx.x) * Tile, column = blockIdx.x * Tile;
  const int left = matrix[size * (row + 1 + threadIdx.x) + column]; // [a]
  for (int k = First; k <= Tile; ++k)
    matrix[size * (row + k) + column + 1 + threadIdx.x] = left; // [b]
}

int main() {
  fillDiagonal<<<Blocks, Tile>>>(zeroed<int>(Size * Size), Size, Blocks - 1);
  return done();
}
