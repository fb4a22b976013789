// Transposition through a tile, a few rows of it per thread. The block of the racy form
// has more columns than the tile, and the launch knows that the proof is not for it.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, a write
#include "Inputs/done.h"

constexpr int Tile = 16, Rows = 4;
#ifdef RACY
constexpr int Columns = Tile + 2;
#else
constexpr int Columns = Tile;
#endif

__global__ void transpose(const int *from, int *to) {
  __shared__ int tile[Tile + 1][Tile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int row = 0; row < Tile; row += Rows)
    tile[y + row][x] = from[(y + row) * Columns + x]; // [a]
  __syncthreads();
  for (int row = 0; row < Tile; row += Rows)
    to[(y + row) * Columns + x] = tile[x % Tile][y + row];
}

int main() {
  const int *from = zeroed<int>(Tile * Columns);
  int *to = zeroed<int>(Tile * Columns);
  transpose<<<1, dim3(Columns, Rows)>>>(from, to);
  return done();
}
