// Programs that race give the same results with mode det, in any schedule, on any GPU and on the
// CPU target: the numbers are those below. Without it they differ from run to run.
// RUN: %warpsanxx_target -O2 -g -mllvm -warpsan-mode=det %s -o %t
// RUN: %check_schedules %t 2>&1 | FileCheck %s
// RUN: %check_schedules --runs 10 --options ld_shared=0 %t 2>&1 | FileCheck %s
// RUN: %warpsanxx_target -O2 -g %s -o %t.fsm
// RUN: %check_schedules --differ --runs 10 --options exitcode=0 %t.fsm
// CHECK: count 1070337477
// CHECK: add 2784251845
// CHECK: pass 1391545797
// CHECK: WarpSan: verdict=deterministic races=0 kernels=3/3 {{.*}} det=ordered grids=2 {{.*}}given_up=0
#include "../Inputs/done.h"
#include <cstdint>
#include <cstdio>

constexpr int Threads = 128, Blocks = 24, Lanes = 32, Words = Threads * Blocks;

/// Warps count in common bins: each one's last result is the number of its own rounds.
__global__ void count(const uint32_t *numbers, uint32_t *out) {
  __shared__ uint32_t bins[8][Lanes];
  const int t = threadIdx.x, lane = t % Lanes;
  for (int bin = t / Lanes; bin < 8; bin += Threads / Lanes)
    bins[bin][lane] = 0;
  __syncthreads();
  for (int i = 0; i < 64; ++i)
    ++bins[(numbers[(blockIdx.x * Threads + t + i) % Words] >> 3) % 8][lane];
  __syncthreads();
  for (int bin = t / Lanes; bin < 8; bin += Threads / Lanes)
    out[(blockIdx.x * 8 + bin) * Lanes + lane] = bins[bin][lane];
}

/// All warps of all blocks add to the same words.
__global__ void add(const uint32_t *numbers, uint32_t *out) {
  const int t = threadIdx.x;
  for (int i = 0; i < 16; ++i)
    out[i * Lanes + t % Lanes] += numbers[blockIdx.x * Threads + t];
}

/// Each word has a reader in another block, which may come before or after its writer.
__global__ void pass(uint32_t *ring) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  for (int round = 0; round < 8; ++round) {
    ring[i] = 3 * ring[(i + Threads) % Words] + round;
    __syncthreads();
  }
}

static uint32_t hashOf(const uint32_t *onDevice) {
  static uint32_t words[Words];
  cudaMemcpy(words, onDevice, sizeof words, cudaMemcpyDeviceToHost);
  uint32_t hash = 2166136261u;
  for (uint32_t word : words)
    hash = (hash ^ word) * 16777619u;
  return hash;
}

int main() {
  static uint32_t start[Words];
  for (uint32_t i = 0; i < Words; ++i)
    start[i] = i * 2654435761u;
  uint32_t *numbers = zeroed<uint32_t>(Words), *out = zeroed<uint32_t>(2 * Words);
  cudaMemcpy(numbers, start, sizeof start, cudaMemcpyHostToDevice);
  count<<<Blocks, Threads>>>(numbers, out);
  printf("count %u\n", hashOf(out));
  add<<<Blocks, Threads>>>(numbers, out);
  printf("add %u\n", hashOf(out));
  pass<<<Blocks, Threads>>>(numbers);
  printf("pass %u\n", hashOf(numbers));
  return done();
}
