// A tile is overwritten for the next round while another warp still reads it:
// the barrier at the loop end is missing.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Tile = 64, Points = 4 * Tile;

__global__ void nearest(const float *points, float *distance) {
  __shared__ float tile[Tile];
  const float mine = points[blockIdx.x * Tile + threadIdx.x];
  float best = 1e30f;
  for (int base = 0; base < Points; base += Tile) {
    tile[threadIdx.x] = points[base + threadIdx.x]; // [a]
    __syncthreads();
    for (int i = 0; i < Tile; ++i) {
      const float d = tile[i] - mine; // [b]
      if (d > 0 && d < best)
        best = d;
    }
#ifndef RACY
    __syncthreads();
#endif
  }
  distance[blockIdx.x * Tile + threadIdx.x] = best;
}

int main() {
  const float *points = zeroed<float>(Points);
  float *distance = zeroed<float>(Points);
  nearest<<<Points / Tile, Tile>>>(points, distance);
  return done();
}
