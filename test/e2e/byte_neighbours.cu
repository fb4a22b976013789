// Threads that write neighbouring bytes of one word do not race; a load of the
// whole word in between does.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 64;

__global__ void fillChannels(unsigned char *channels, const unsigned *pixels, unsigned *out) {
  __shared__ unsigned char order[Threads];
  __shared__ unsigned short weight[Threads];
  const int t = threadIdx.x;
  order[t] = (unsigned char)(Threads - t);
  weight[t] = (unsigned short)(3 * t);
  channels[t] = (unsigned char)t; // [a]
#ifdef RACY
  const unsigned mixed = pixels[t / 4]; // [b]
  __syncthreads();
#else
  __syncthreads();
  const unsigned mixed = pixels[t / 4];
#endif
  out[t] = mixed + order[t ^ 1] + weight[t ^ 2];
}

int main() {
  unsigned *pixels = zeroed<unsigned>(Threads / 4);
  unsigned *out = zeroed<unsigned>(Threads);
  fillChannels<<<1, Threads>>>(reinterpret_cast<unsigned char *>(pixels), pixels, out);
  return done();
}
