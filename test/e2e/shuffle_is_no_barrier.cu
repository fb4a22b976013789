// A vote makes the lanes meet but orders none of their memory accesses.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr unsigned All = 0xffffffffu;

__global__ void rotate(const int *in, int *out) {
  __shared__ int slots[32];
  const int lane = threadIdx.x;
  const int value = in[lane];
  slots[lane] = value; // [a]
  const unsigned odd = __ballot_sync(All, value & 1);
  const int sum = __shfl_xor_sync(All, value, 16);
#ifndef RACY
  __syncwarp();
#endif
  out[lane] = slots[(lane + 1) % 32] + __popc(odd) + sum; // [b]
}

int main() {
  const int *in = zeroed<int>(32);
  int *out = zeroed<int>(32);
  rotate<<<1, 32>>>(in, out);
  return done();
}
