// Overlapping tiles, from which each block stores the part that its last step computed, as
// pyramid stencils do. In the racy form that part is as it was a step before, one wider on
// either side.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options counters=1 %t | FileCheck %s
// CHECK: launches=1 launches_checked=0 launches_own=1
// EXPECT: a write, a write
#include "Inputs/done.h"

constexpr int Tile = 16, Steps = 3, Inner = Tile - 2 * Steps, Size = 3 * Inner;

#ifdef RACY
constexpr int First = 0;
#else
constexpr int First = 1;
#endif

__global__ void smooth(const int *in, int *out, int steps, int size) {
  const int tile = (Tile - 2 * steps) * blockIdx.x - steps, t = threadIdx.x, x = tile + t;
  const int least = tile < 0 ? -tile : 0;
  const int most = tile + Tile - 1 > size - 1 ? Tile - 1 - (tile + Tile - size) : Tile - 1;
  int value = x >= 0 && x < size ? in[x] : 0;
  bool computed;
  for (int i = 0; i < steps; ++i) {
    computed = false;
    if (t >= i + First && t <= Tile - 1 - i - First && t >= least && t <= most) {
      computed = true;
      ++value;
    }
    __syncthreads();
    if (i == steps - 1)
      break;
    __syncthreads();
  }
  if (computed)
    out[x] = value; // [a]
}

int main() {
  smooth<<<Size / Inner, Tile>>>(zeroed<int>(Size), zeroed<int>(Size), Steps, Size);
  return done();
}
