// A launch whose blocks write more than the table for the grid holds is not analysed, nor is one
// with ld_scope=block between blocks; both leave the right results. With room it is compared.
// RUN: %warpsanxx_target -O1 -g -mllvm -warpsan-mode=ld %s -o %t
// RUN: %check_run --options resolve=0:ld_grid_mb=1 %t 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %check_run --options resolve=0 %t 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: %check_run --options resolve=0:ld_scope=block %t 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: %check_run --options ld_grid_mb=1 %t 2>&1 | FileCheck %s --check-prefix=PROVED
// SMALL: verdict=unanalysed races=0 kernels=0/1 {{.*}} grids=1 {{.*}}racing_grids=0 grids_given_up=0 {{.*}} given_up=0
// SMALL: reason=GlobalMemory {{.*}}kernels=1
// LARGE: verdict=none races=0 kernels=1/1 {{.*}} grids=2 grid_bytes=262400 racing_grids=0 grids_given_up=0 {{.*}} given_up=0
// BLOCK: verdict=unanalysed races=0 kernels=1/1 {{.*}} grids=0 {{.*}} given_up=0
// BLOCK: reason=GlobalMemory sites=
// PROVED: verdict=none races=0
// PROVED-SAME: resolved=2
#include "../Inputs/done.h"

constexpr int Threads = 64, Blocks = 64, Large = 32, All = Threads * Blocks * Large;

__global__ void spread(unsigned char *out, int each) {
  const int first = (blockIdx.x * Threads + threadIdx.x) * each;
  for (int i = 0; i < each; ++i) {
    out[(first + i) * 2 % (2 * All)] += 1;
    out[(first + i) * 2 % (2 * All) + 1] += 1;
  }
}

int main() {
  static unsigned char results[2 * All];
  unsigned char *out = zeroed<unsigned char>(2 * All);
  spread<<<Blocks, Threads>>>(out, Large);
  spread<<<2, Threads>>>(out, 1);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 2 * All; ++i)
    if (results[i] != (i < 4 * Threads ? 2 : 1))
      return 1;
  return done();
}
