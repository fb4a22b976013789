// Lanes that have ended are none that the others of their warp wait for at shuffles, votes
// and warp barriers, in each pass anew: a lane may end in the region that runs again.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

constexpr int Threads = 128, Blocks = 2, All = 0xffffffff;

__global__ void sums(const int *in, int *out, int count) {
  __shared__ int part[Threads / 32];
  const int t = threadIdx.x, lane = t % 32;
  if (t >= count)
    return;
  int sum = in[t];
  for (int from = 0; from < 8; ++from)
    sum += __shfl_sync(All, sum, from);
  if (lane == 0)
    part[t / 32] = sum + __popc(__ballot_sync(1, true)); // [a]
#ifndef RACY
  __syncthreads();
#endif
  const int other = part[(t / 32 + 1) % 3]; // [b]
  __syncthreads();
  if (lane > 20)
    return;
  const int present = __popc(__ballot_sync(All, true));
  __syncwarp();
  part[t / 32] = present;
  __syncthreads();
  out[blockIdx.x * Threads + t] = other % 1000 + 1000 * part[t / 32];
}

int main() {
  constexpr int Count = 90;
  int in[Threads], out[Blocks * Threads];
  for (int i = 0; i < Threads; ++i)
    in[i] = i;
  int *from = zeroed<int>(Threads), *to = zeroed<int>(Blocks * Threads);
  cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice);
  sums<<<Blocks, Threads>>>(from, to, Count);
  cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Blocks * Threads; ++i) {
    const int t = i % Threads, lane = t % 32;
    const bool isIn = t < Count && lane <= 20;
    if ((out[i] >= 1000) != isIn || (isIn && out[i] / 1000 != 21))
      return 1;
  }
#endif
  return done();
}
