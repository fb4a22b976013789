// A transposition through a tile in a 16 x 16 block: threads are told apart in
// both dimensions, and warps cut through the rows.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Side = 16, Blocks = 2;

__global__ void transpose(const int *in, int *out, int width) {
  __shared__ int tile[Side][Side + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * Side, column = blockIdx.x * Side;
  tile[y][x] = in[(row + y) * width + column + x]; // [a]
#ifndef RACY
  __syncthreads();
#endif
  out[(column + y) * width + row + x] = tile[x][y]; // [b]
}

int main() {
  const int width = Side * Blocks;
  const int *in = zeroed<int>(width * width);
  int *out = zeroed<int>(width * width);
  transpose<<<dim3(Blocks, Blocks), dim3(Side, Side)>>>(in, out, width);
  return done();
}
