// Warps that store to neighbouring bytes and to members of one structure do not race; a
// word that is loaded in between does.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

constexpr int Threads = 128;

struct Pair {
  char tag;
  short count;
  double weight;
};

__global__ void fill(unsigned *out) {
  __shared__ unsigned char bytes[Threads];
  __shared__ Pair pairs[Threads / 2];
  const int t = threadIdx.x;
  // Each word has bytes of all four warps.
  const int place = t % 32 * 4 + t / 32;
  bytes[place] = (unsigned char)(t + 1); // [a]
  if (t < Threads / 2)
    pairs[t].count = short(t);
  else
    pairs[t - Threads / 2].weight = 0.5 * t;
#ifdef RACY
  const unsigned word = *reinterpret_cast<unsigned *>(bytes + t % 32 * 4); // [b]
  __syncthreads();
#else
  __syncthreads();
  const unsigned word = *reinterpret_cast<unsigned *>(bytes + t % 32 * 4);
#endif
  const Pair pair = pairs[t / 2];
  out[t] = word + unsigned(pair.count) + unsigned(pair.weight);
}

int main() {
  unsigned results[Threads];
  unsigned *out = zeroed<unsigned>(Threads);
  fill<<<1, Threads>>>(out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int t = 0; t < Threads; ++t) {
    const unsigned first = t % 32 + 1;
    const unsigned word = first + (first + 32 << 8) + (first + 64 << 16) + (first + 96 << 24);
    if (results[t] != word + t / 2 + unsigned(0.5 * (t / 2 + 64)))
      return 1;
  }
#endif
  return done();
}
