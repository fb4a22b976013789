// What a region or a launch writes beyond the room for it: the results are those of the
// program, which then is not deterministic, and says so.
// RUN: %warpsanxx_target -O1 -g -mllvm -warpsan-mode=det %s -o %t
// RUN: %check_run --options resolve=0 %t 2>&1 | FileCheck %s
// RUN: %check_run --options resolve=0:ld_buffer_kb=1 %t 2>&1 | FileCheck %s --check-prefix=REGION
// RUN: %check_run --options resolve=0:ld_grid_mb=1 %t 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: %check_run --options resolve=0:ld_grid_mb=1:det=any %t 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: %check_run --options resolve=0:ld_scope=block %t 2>&1 | FileCheck %s --check-prefix=BLOCK
// CHECK: WarpSan: verdict=deterministic {{.*}} grids=1 {{.*}}given_up=0
// REGION: WarpSan: verdict=unanalysed {{.*}} grids=0
// REGION: reason=RegionGivenUp {{.*}}kernels=1
// REGION: reason=GlobalMemory {{.*}}kernels=1
// GRID: WarpSan: verdict=unanalysed {{.*}} grids=0
// GRID: reason=GlobalMemory {{.*}}kernels=1
// BLOCK: WarpSan: verdict=unanalysed {{.*}} grids=0 {{.*}}given_up=0
// BLOCK: reason=GlobalMemory {{.*}}kernels=1
#include "../Inputs/done.h"

constexpr int Threads = 64, Blocks = 32, Each = 64, Words = Threads * Blocks * Each;

__global__ void spread(int *out, int each) {
  for (int i = 0; i < each; ++i)
    out[(i * gridDim.x + blockIdx.x) * Threads + threadIdx.x] += i + 1;
}

int main() {
  static int results[Words];
  int *out = zeroed<int>(Words);
  spread<<<Blocks, Threads>>>(out, Each);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int i = 0; i < Words; ++i)
    if (results[i] != i / (Threads * Blocks) + 1)
      return 1;
  return done();
}
