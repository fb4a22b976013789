// Lanes of a warp that store to one byte with one instruction: nobody knows which one is
// last, and the region is given up. With a copy for each thread the highest is.
// RUN: %warpsanxx_target -O1 -g -mllvm -warpsan-mode=det %s -o %t
// RUN: %check_run %t 2>&1 | FileCheck %s
// RUN: %check_schedules --options ld_lanes=1 %t 2>&1 | FileCheck %s --check-prefix=LANES
// CHECK: WarpSan: verdict=unanalysed {{.*}}regions=1 {{.*}}given_up=1 copies=2
// CHECK: reason=RegionGivenUp
// LANES: {{^}}60 61 62 63
// LANES: WarpSan: verdict=deterministic {{.*}}regions=2 {{.*}}given_up=0 copies=64
#include "../Inputs/done.h"

constexpr int Threads = 64, Words = 4;

__global__ void crowd(int *out) {
  __shared__ int words[Words];
  words[threadIdx.x % Words] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < Words)
    out[threadIdx.x] = words[threadIdx.x];
}

int main() {
  int found[Words];
  int *out = zeroed<int>(Words);
  crowd<<<1, Threads>>>(out);
  cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", found[0], found[1], found[2], found[3]);
  return done();
}
