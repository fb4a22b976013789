// Lanes past the end of a row write zero padding over the header that follows
// the row in the same buffer: a write meets a write.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b write
#include "Inputs/done.h"

constexpr int Row = 24, Header = 4;

__global__ void pack(const int *in, int *out) {
  __shared__ int buffer[32]; // a row, its header, space
  const int lane = threadIdx.x;
#ifndef RACY
  if (lane < Row)
#endif
    buffer[lane] = lane < Row ? in[lane] : 0; // [a]
  if (lane < Header)
    buffer[Row + lane] = 1000 + lane; // [b]
  __syncwarp();
  if (lane < Row + Header)
    out[lane] = buffer[Row + Header - 1 - lane];
}

int main() {
  const int *in = zeroed<int>(32);
  int *out = zeroed<int>(32);
  pack<<<1, 32>>>(in, out);
  return done();
}
