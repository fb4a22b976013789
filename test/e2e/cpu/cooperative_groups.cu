// Grid barrier, tiles of a part and of several warps, coalesced groups.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=1 %t | FileCheck %s
// CHECK: grid: no error, 512 of 512
// CHECK: ordinary launch: unspecified launch failure
// CHECK: tiles: 496 120 2016
// CHECK: coalesced: 16
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void mirror(int *a, int *b) {
  cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank(), n = grid.size();
  a[i] = i;
  grid.sync();
  b[i] = a[n - 1 - i];
  grid.sync();
  a[i] = b[(i + n / 2) % n];
}

__global__ void tiles(int *out) {
  cg::thread_block block = cg::this_thread_block();
  const int t = threadIdx.x;
  const int warp = cg::reduce(cg::tiled_partition<32>(block), t, cg::plus<int>());
  const int part = cg::reduce(cg::tiled_partition<16>(block), t, cg::plus<int>());
  const int two = cg::reduce(cg::tiled_partition<64>(block), t, cg::plus<int>());
  if (t == 0) {
    out[0] = warp;
    out[1] = part;
    out[2] = two;
  }
  if (t % 2 == 0) {
    cg::coalesced_group even = cg::coalesced_threads();
    out[3] = even.size();
  }
}

int main() {
  int *a, *b;
  cudaMallocManaged(&a, 512 * sizeof(int));
  cudaMallocManaged(&b, 512 * sizeof(int));
  void *arguments[] = {&a, &b};
  cudaLaunchCooperativeKernel(mirror, dim3(8), dim3(64), arguments, 0, nullptr);
  printf("grid: %s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  int good = 0;
  for (int i = 0; i < 512; ++i)
    good += a[i] == 511 - (i + 256) % 512;
  printf("%d of 512\n", good);
  mirror<<<8, 64>>>(a, b);
  printf("ordinary launch: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaDeviceReset();
  tiles<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  printf("tiles: %d %d %d\n", a[0], a[1], a[2]);
  printf("coalesced: %d\n", a[3]);
}
