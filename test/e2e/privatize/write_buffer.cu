// A region that writes more global memory than a block's buffer holds runs once, with the
// right results, and is given up; with a larger one it is compared.
// RUN: %warpsanxx_target -O1 -g -mllvm -warpsan-mode=ld %s -o %t
// RUN: %check_run --options ld_fallback=fsm:resolve=0:ld_buffer_kb=1 %t 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %check_run --options ld_fallback=fsm:resolve=0:ld_buffer_kb=64 %t 2>&1 | FileCheck %s --check-prefix=LARGE
// SMALL: verdict=unanalysed races=0 {{.*}}regions=2 {{.*}}racing_regions=0 given_up=1
// SMALL: reason=RegionGivenUp
// LARGE: verdict=none races=0 {{.*}}regions=3 {{.*}}racing_regions=0 given_up=0
#include "../Inputs/done.h"

constexpr int Threads = 64, Each = 200;

__global__ void spread(int *out, int each) {
  __shared__ int line[Threads];
  const int t = threadIdx.x;
  line[t] = t;
  __syncthreads();
  const int other = line[Threads - 1 - t];
  for (int i = 0; i < each; ++i)
    out[i * Threads + t] += other;
  __syncthreads();
  out[t] += line[t];
}

int main() {
  static int results[Each * Threads];
  int *out = zeroed<int>(Each * Threads);
  spread<<<1, Threads>>>(out, Each);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int i = 0; i < Each * Threads; ++i)
    if (results[i] != Threads - 1 - i % Threads + (i < Threads ? i : 0))
      return 1;
  return done();
}
