// What a thread carries from region to region, put back before each pass: loop variables,
// arrays, a parameter by value that it changes, values of a branch before.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, b read
#include "../Inputs/done.h"

constexpr int Threads = 64, Rounds = 6;

struct Weights {
  int of[4];
  int used;
};

__global__ void mix(int *out, Weights weights, int rounds) {
  __shared__ int line[Threads];
  const int t = threadIdx.x;
  int history[Rounds] = {};
  int sum = t % 2 ? 7 * t : t;
  float scale = 1.0f;
  for (int round = 0; round < rounds; ++round) {
    line[t] = sum + weights.of[round % 4]; // [a]
    weights.of[round % 4] += t;
    ++weights.used;
#ifdef RACY
    if (round % 2)
#endif
      __syncthreads();
    const int other = line[(t + 33) % Threads]; // [b]
    __syncthreads();
    history[round] = other;
    sum += history[round / 2] % 17;
    scale *= 1.5f;
  }
  out[t] = sum + int(scale) + weights.used + weights.of[t % 4];
}

int main() {
  Weights weights = {{1, 2, 3, 4}, 0};
  int *out = zeroed<int>(Threads), results[Threads];
  mix<<<1, Threads>>>(out, weights, Rounds);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
#ifndef RACY
  static int history[Threads][Rounds], sum[Threads], line[Threads], of[Threads][4];
  float scale = 1.0f;
  for (int t = 0; t < Threads; ++t) {
    sum[t] = t % 2 ? 7 * t : t;
    for (int i = 0; i < 4; ++i)
      of[t][i] = i + 1;
  }
  for (int round = 0; round < Rounds; ++round, scale *= 1.5f) {
    for (int t = 0; t < Threads; ++t) {
      line[t] = sum[t] + of[t][round % 4];
      of[t][round % 4] += t;
    }
    for (int t = 0; t < Threads; ++t) {
      history[t][round] = line[(t + 33) % Threads];
      sum[t] += history[t][round / 2] % 17;
    }
  }
  for (int t = 0; t < Threads; ++t)
    if (results[t] != sum[t] + int(scale) + Rounds + of[t][t % 4])
      return 1;
#endif
  return done();
}
