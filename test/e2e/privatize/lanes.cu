// Lanes of one warp in two branches: one stores what the other loads. They share their warp's
// copy, but for ld_lanes=1. Where warp barriers order lanes, they share it always, and that is said.
// RUN: %warpsanxx_target -O1 -g -DRACY -mllvm -warpsan-mode=ld %s -o %t.racy
// RUN: %check_run --exit 66 --options ld_fallback=fsm:resolve=0:ld_lanes=1 %t.racy 2>&1 | FileCheck %s --check-prefix=FOUND
// FOUND-DAG: {{R|Earlier r}}ead of size 4 {{.*}}warp [[#WARP:]], lane
// FOUND-DAG: {{W|Earlier w}}rite of size 4 {{.*}}warp [[#WARP]], lane
// FOUND: Detector: ld
// FOUND: races=1 {{.*}}racing_regions=1 given_up=0 {{.*}}copies=64 rounds=1/1
// RUN: %check_run --exit 66 --options ld_fallback=fsm:resolve=0:ld_lanes=1:ld_memory=12000 %t.racy 2>&1 | FileCheck %s --check-prefix=ROUNDS
// ROUNDS: races=1 {{.*}}racing_regions=1 given_up=0 {{.*}}rounds=2/2
// RUN: %check_run --options ld_fallback=fsm:resolve=0 %t.racy 2>&1 | FileCheck %s --check-prefix=WARPS
// WARPS: verdict=none {{.*}}copies=2 rounds=1/1
// RUN: %warpsanxx_target -O1 -g -mllvm -warpsan-mode=ld %s -o %t.clean
// RUN: %check_run --options ld_fallback=fsm:resolve=0:ld_lanes=1 %t.clean 2>&1 | FileCheck %s --check-prefix=CLEAN
// CLEAN: verdict=none {{.*}}not_analysed=0 {{.*}}racing_regions=0 given_up=0 {{.*}}copies=64 rounds=1/1
// RUN: %warpsanxx_target -O1 -g -DWARP_BARRIER -mllvm -warpsan-mode=ld %s -o %t.warp
// RUN: %check_run --options ld_fallback=fsm:resolve=0:ld_lanes=1 %t.warp 2>&1 | FileCheck %s --check-prefix=ORDERED
// ORDERED: verdict=none {{.*}}not_analysed=0 {{.*}}racing_regions=0 given_up=0 {{.*}}copies=2 rounds=1/1
// ORDERED: ld kernel="hand(int*)" lanes share copies: warp barriers order them
#include "../Inputs/done.h"

constexpr int Threads = 64;

__global__ void hand(int *out) {
  __shared__ int words[Threads];
  const int t = threadIdx.x;
  words[t] = 0;
  __syncthreads();
  int seen = 0;
  if (t % 2)
    words[t] = t;
#ifdef WARP_BARRIER
  __syncwarp();
#elif !defined(RACY)
  __syncthreads();
#endif
  // Orders nothing, but all lanes have stored then.
  const int zero = __shfl_sync(~0u, t / Threads, 0);
  if (t % 2 == 0)
    seen = words[t + 1] + zero;
  out[t] = seen;
}

int main() {
  int *out = zeroed<int>(Threads);
  hand<<<1, Threads>>>(out);
  return done();
}
