// Launches of two streams, and host work between launches of one: each kernel sees what the
// one before has left, and none waits for the host.
// RUN: %check_twins O1 --mode ld %s
// EXPECT: a read, b write
#include "../Inputs/done.h"

constexpr int Threads = 64, Blocks = 4, All = Threads * Blocks, Rounds = 4;

__global__ void pass(const int *from, int *to, const int *places, int shift) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  const int next = from[places[(i + shift) % All]]; // [a]
  to[places[i]] = next + 1;                         // [b]
}

int main() {
  static int places[All], results[2][All];
  for (int i = 0; i < All; ++i)
    places[i] = i;
  int *order = zeroed<int>(All);
  cudaMemcpy(order, places, sizeof places, cudaMemcpyHostToDevice);
  for (int s = 0; s < 2; ++s) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int *from = zeroed<int>(All), *to = zeroed<int>(All);
    cudaDeviceSynchronize();
    for (int round = 0; round < Rounds; ++round) {
#ifdef RACY
      pass<<<Blocks, Threads, 0, stream>>>(from, from, order, Threads);
#else
      pass<<<Blocks, Threads, 0, stream>>>(from, to, order, Threads);
#endif
      int *other = from;
      from = to;
      to = other;
    }
    cudaMemcpyAsync(results[s], from, sizeof results[s], cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  }
#ifndef RACY
  for (const auto &each : results)
    for (int value : each)
      if (value != Rounds)
        return 1;
#endif
  return done();
}
