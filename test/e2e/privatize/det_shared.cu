// Warps race in shared memory: with mode det the result is the same in every schedule, as if
// each warp had run alone from barrier to barrier and the last one had written last.
// RUN: %warpsanxx_target -O2 -g -mllvm -warpsan-mode=det -DRACY %s -o %t
// RUN: %check_schedules %t 2>&1 | FileCheck %s
// RUN: %check_run --options ld_shared=0:ld_poison=1 %t 2>&1 | FileCheck %s
// RUN: %warpsanxx_target -O2 -g -DRACY %s -o %t.fsm
// RUN: %if cpu-target %{ %check_schedules --differ --options exitcode=0 %t.fsm %}
// CHECK: 3 rounds: as expected
// CHECK: WarpSan: verdict=deterministic races=0 kernels=1/1 {{.*}} det=ordered {{.*}}regions=5 {{.*}}given_up=0 copies=4
//
// Without races both print the same.
// RUN: %warpsanxx_target -O2 -g -mllvm -warpsan-mode=det %s -o %t.clean
// RUN: %check_schedules --runs 10 %t.clean 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: %check_run --options det=any %t.clean 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: %warpsanxx_target -O2 -g %s -o %t.fsm
// RUN: %check_run --options resolve=0 %t.fsm 2>&1 | FileCheck %s --check-prefix=FSM
// CLEAN: 3 rounds: as expected
// CLEAN: WarpSan: verdict=deterministic
// ANY: 3 rounds: as expected
// ANY: WarpSan: verdict=merged races=0 kernels=1/1 {{.*}} det=any
// FSM: 3 rounds: as expected
// FSM: WarpSan: verdict=none
#include "../Inputs/done.h"

constexpr int Threads = 128, Rounds = 3;

#ifdef RACY
#define BARRIER_OF_CLEAN
constexpr int Writers = Threads;
#else
#define BARRIER_OF_CLEAN __syncthreads()
constexpr int Writers = 32;
#endif

__global__ void stir(int *out) {
  __shared__ int last[32];
  __shared__ int ring[Threads];
  const int t = threadIdx.x;
  ring[t] = t;
  __syncthreads();
  for (int round = 0; round < Rounds; ++round) {
    const int next = ring[(t + 32) % Threads];
    BARRIER_OF_CLEAN;
    ring[t] = 3 * next + round;
    if (t < Writers)
      last[t % 32] = next;
    __syncthreads();
  }
  out[t] = ring[t] + 1000 * last[t % 32];
}

int main() {
  int found[Threads], ring[Threads], next[Threads], last[32];
  int *out = zeroed<int>(Threads);
  stir<<<1, Threads>>>(out);
  cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
  for (int t = 0; t < Threads; ++t)
    ring[t] = t;
  for (int round = 0; round < Rounds; ++round) {
    for (int t = 0; t < Threads; ++t)
      next[t] = ring[(t + 32) % Threads];
    for (int t = 0; t < Threads; ++t) {
      ring[t] = 3 * next[t] + round;
      if (t < Writers)
        last[t % 32] = next[t];
    }
  }
  bool asExpected = true;
  long sum = 0;
  for (int t = 0; t < Threads; ++t) {
    asExpected &= found[t] == ring[t] + 1000 * last[t % 32];
    sum = sum * 31 + found[t];
  }
  std::printf("%d rounds: %s, %lx\n", Rounds, asExpected ? "as expected" : "otherwise", sum);
  return done();
}
