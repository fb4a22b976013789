// Shuffles, votes, match, redux; whole warps and parts of them.
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// RUN: %clang_cpu -O2 %s -o %t.2 && %t.2 | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=3 %t.2 | FileCheck %s
// CHECK: whole warps: 64 of 64
// CHECK: halves: 64 of 64
// CHECK: lanes that left: 16 of 16
#include <cstdio>

constexpr unsigned All = 0xffffffff;

__global__ void whole(int *ok) {
  const int t = threadIdx.x, lane = t % 32;
  bool good = __shfl_up_sync(All, t, 1) == (lane ? t - 1 : t);
  good &= __shfl_down_sync(All, t, 2) == (lane < 30 ? t + 2 : t);
  good &= __shfl_xor_sync(All, t, 3) == (t ^ 3);
  good &= __shfl_sync(All, t, 2, 8) == (t & ~7) + 2;
  good &= __shfl_sync(All, 1.5 * t, 31) == 1.5 * (t | 31);
  good &= __ballot_sync(All, t & 1) == 0xaaaaaaaa;
  good &= __any_sync(All, t == 5) == (t < 32);
  good &= __all_sync(All, t < 64) == 1;
  good &= __match_any_sync(All, t % 4) == 0x11111111u << (t % 4);
  int same = 0;
  good &= __match_all_sync(All, t / 32, &same) == All && same;
  good &= __match_all_sync(All, t, &same) == 0 && !same;
  good &= __reduce_add_sync(All, lane) == 496;
  good &= __reduce_min_sync(All, lane - 7) == -7;
  good &= __reduce_max_sync(All, static_cast<unsigned>(lane - 7)) == ~0u;
  good &= __reduce_or_sync(All, 1u << lane) == All;
  good &= __activemask() == All;
  ok[t] = good;
}

__global__ void halves(int *ok) {
  const int t = threadIdx.x, lane = t % 32;
  const unsigned mask = lane < 16 ? 0xffff : 0xffff0000;
  int sum = t;
  for (int distance = 8; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(mask, sum, distance);
  const int first = t - lane % 16;
  ok[t] = sum == 16 * first + 120;
  if (lane < 16)
    __syncwarp(0xffff);
  else
    ok[t] &= __ballot_sync(0xffff0000, 1) == 0xffff0000;
}

/// Lanes that have ended take no part, although the mask names them.
__global__ void early(int *ok) {
  if (threadIdx.x >= 16)
    return;
  ok[threadIdx.x] = __ballot_sync(All, 1) == 0xffff;
}

static int count(const int *ok, int n) {
  int good = 0;
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    good += ok[i];
  return good;
}

int main() {
  int *ok;
  cudaMallocManaged(&ok, 64 * sizeof(int));
  whole<<<1, 64>>>(ok);
  printf("whole warps: %d of 64\n", count(ok, 64));
  halves<<<1, 64>>>(ok);
  printf("halves: %d of 64\n", count(ok, 64));
  early<<<1, 32>>>(ok);
  printf("lanes that left: %d of 16\n", count(ok, 16));
}
