// Tiles of a matrix product: proved for blocks that fit the tile. Without the barrier
// at the loop end a tile is overwritten while another thread still reads it.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, c read
// EXPECT: b write, d read
#include "Inputs/done.h"

constexpr int Tile = 8, Size = 4 * Tile;

__global__ void multiply(const float *left, const float *right, float *result) {
  __shared__ float rows[Tile][Tile], columns[Tile][Tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  float sum = 0;
  for (int base = 0; base < Size; base += Tile) {
    rows[y][x] = left[row * Size + base + x];          // [a]
    columns[y][x] = right[(base + y) * Size + column]; // [b]
    __syncthreads();
    for (int k = 0; k < Tile; ++k) {
      sum += rows[y][k]       // [c]
             * columns[k][x]; // [d]
    }
#ifndef RACY
    __syncthreads();
#endif
  }
  result[row * Size + column] = sum;
}

int main() {
  const float *left = zeroed<float>(Size * Size), *right = zeroed<float>(Size * Size);
  float *result = zeroed<float>(Size * Size);
  multiply<<<dim3(Size / Tile, Size / Tile), dim3(Tile, Tile)>>>(left, right, result);
  return done();
}
