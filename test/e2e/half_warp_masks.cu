// Each half of a warp synchronizes with its own mask: that orders the half, and
// nothing across the halves. A barrier of all lanes joins them again.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr unsigned Lower = 0x0000ffffu, Upper = 0xffff0000u;
#ifdef RACY
constexpr int Partner = 16; // a lane of the other half
#else
constexpr int Partner = 4;
#endif

__global__ void exchange(const int *in, int *out) {
  __shared__ int cells[64];
  const int t = threadIdx.x;
  int value = in[t];
  if (t % 32 < 16) {
    cells[t] = 2 * value;
    __syncwarp(Lower);
    value = cells[t ^ 4];
    __syncwarp(Lower);
    cells[t] = value + 1;
    __syncwarp(Lower);
    value += cells[t ^ Partner]; // [b]
  } else {
    cells[t] = 3 * value; // [a]
    __syncwarp(Upper);
    value = cells[t ^ 2];
  }
  __syncwarp();
  out[t] = value + cells[t ^ 16];
}

int main() {
  const int *in = zeroed<int>(64);
  int *out = zeroed<int>(64);
  exchange<<<1, 64>>>(in, out);
  return done();
}
