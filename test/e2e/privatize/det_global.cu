// Blocks, and the warps in them, race in global memory: with mode det each of them runs as if
// it were alone, and what the last warp, or block, changed is what a byte holds.
// RUN: %warpsanxx_target -O2 -g -mllvm -warpsan-mode=det -DRACY %s -o %t
// RUN: %check_schedules %t 2>&1 | FileCheck %s
// RUN: %warpsanxx_target -O2 -g -DRACY %s -o %t.fsm
// RUN: %if cpu-target %{ %check_schedules --differ --options exitcode=0:resident_threads=512 %t.fsm %}
// CHECK: as expected
// CHECK: WarpSan: verdict=deterministic races=0 kernels=1/1 {{.*}} det=ordered grids=2 {{.*}}given_up=0
//
// Without races both print the same.
// RUN: %warpsanxx_target -O2 -g -mllvm -warpsan-mode=det %s -o %t.clean
// RUN: %check_schedules --runs 10 --options resolve=0 %t.clean 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: %check_run --options det=any:resolve=0 %t.clean 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: %warpsanxx_target -O2 -g %s -o %t.fsm
// RUN: %check_run --options resolve=0 %t.fsm 2>&1 | FileCheck %s --check-prefix=FSM
// CLEAN: as expected
// CLEAN: WarpSan: verdict=deterministic
// ANY: as expected
// ANY: WarpSan: verdict=merged races=0 kernels=1/1 {{.*}} det=any grids=2
// FSM: as expected
// FSM: WarpSan: verdict=none
#include "../Inputs/done.h"

constexpr int Threads = 64, Blocks = 6, Words = Threads * Blocks;

#ifdef RACY
constexpr bool IsRacy = true;
#else
constexpr bool IsRacy = false;
#endif

// Words of `ring` have a reader in another block, which may have been there or not; bytes of
// `marks` have a writer in each warp of each block.
__global__ void pass(int *ring, unsigned char *marks, const int *from) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  const int *source = IsRacy ? ring : from;
  const int next = source[(i + Threads) % Words];
  ring[i] = 3 * next + 1;
  __syncthreads();
  const int warp = i / 32;
  if (IsRacy || warp == 0)
    marks[i % 32] = static_cast<unsigned char>(warp + ring[i]);
}

static bool isAsExpected(const int *ring, const unsigned char *marks) {
  int before[Words], after[Words];
  unsigned char bytes[32];
  for (int i = 0; i < Words; ++i)
    before[i] = i;
  for (int launch = 0; launch < 2; ++launch) {
    for (int i = 0; i < Words; ++i) {
      const int next =
          IsRacy || launch == 0 ? before[(i + Threads) % Words] : (i + Threads) % Words;
      after[i] = 3 * next + 1;
      if (IsRacy || i < 32)
        bytes[i % 32] = static_cast<unsigned char>(i / 32 + after[i]);
    }
    for (int i = 0; i < Words; ++i)
      before[i] = after[i];
  }
  for (int i = 0; i < Words; ++i)
    if (ring[i] != before[i])
      return false;
  for (int i = 0; i < 32; ++i)
    if (marks[i] != bytes[i])
      return false;
  return true;
}

int main() {
  int start[Words], results[Words];
  unsigned char bytes[32];
  for (int i = 0; i < Words; ++i)
    start[i] = i;
  int *ring = zeroed<int>(Words);
  int *from = zeroed<int>(Words);
  auto *marks = zeroed<unsigned char>(32);
  cudaMemcpy(ring, start, sizeof start, cudaMemcpyHostToDevice);
  cudaMemcpy(from, start, sizeof start, cudaMemcpyHostToDevice);
  for (int launch = 0; launch < 2; ++launch)
    pass<<<Blocks, Threads>>>(ring, marks, from);
  cudaMemcpy(results, ring, sizeof results, cudaMemcpyDeviceToHost);
  cudaMemcpy(bytes, marks, sizeof bytes, cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int i = 0; i < Words; ++i)
    sum = sum * 31 + results[i] + bytes[i % 32];
  std::printf("%s, %lx\n", isAsExpected(results, bytes) ? "as expected" : "otherwise", sum);
  return done();
}
