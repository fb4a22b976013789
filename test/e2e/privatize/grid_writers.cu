// Two blocks write one word; in the clean twin they write neighbouring bytes. What each
// leaves there before it is done is no matter.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, a write
#include "../Inputs/done.h"

constexpr int Threads = 32, Blocks = 4;

__global__ void mark(unsigned char *bytes, int stride) {
  const int i = threadIdx.x * Blocks + blockIdx.x;
#ifdef RACY
  const int at = i / stride;
#else
  const int at = i / stride * stride + i % stride;
#endif
  bytes[at] = static_cast<unsigned char>(i + 1); // [a]
}

int main() {
  unsigned char marks[Threads * Blocks];
  unsigned char *bytes = zeroed<unsigned char>(Threads * Blocks);
  mark<<<Blocks, Threads>>>(bytes, 2);
  cudaMemcpy(marks, bytes, sizeof marks, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Threads * Blocks; ++i)
    if (marks[i] != i + 1)
      return 1;
#endif
  return done();
}
