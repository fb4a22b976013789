// Barriers of a part of the block, producer and consumer with arrive.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=1 %t | FileCheck %s
// CHECK: halves: 128 of 128
// CHECK: consumer: 32 of 32
#include <cstdio>

__device__ void syncHalf(int half) { asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory"); }

__global__ void halves(int *ok) {
  __shared__ int values[128];
  const int t = threadIdx.x, half = t / 64;
  values[t] = t;
  syncHalf(half);
  ok[t] = values[half * 64 + 63 - t % 64] == half * 64 + 63 - t % 64;
}

/// The first warp arrives and goes on; the second waits for it.
__global__ void produce(int *ok) {
  __shared__ int values[32];
  if (threadIdx.x < 32) {
    values[threadIdx.x] = threadIdx.x;
    asm volatile("barrier.cta.arrive 3, 64;" ::: "memory");
  } else {
    asm volatile("barrier.cta.sync 3, 64;" ::: "memory");
    ok[threadIdx.x - 32] = values[63 - threadIdx.x] == 63 - static_cast<int>(threadIdx.x);
  }
}

static int count(const int *ok, int n) {
  cudaDeviceSynchronize();
  int good = 0;
  for (int i = 0; i < n; ++i)
    good += ok[i];
  return good;
}

int main() {
  int *ok;
  cudaMallocManaged(&ok, 128 * sizeof(int));
  halves<<<1, 128>>>(ok);
  printf("halves: %d of 128\n", count(ok, 128));
  produce<<<1, 64>>>(ok);
  printf("consumer: %d of 32\n", count(ok, 32));
}
