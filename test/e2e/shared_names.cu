// Several shared arrays: reports name the one that the race is in, and the byte in it. Kernels lay
// theirs out apart.
// RUN: %warpsanxx_target -O2 -g -DRACY %s -o %t
// RUN: %check_run --exit 66 --options resolve=0 %t | FileCheck %s
// RUN: %warpsanxx_target -O0 -g -DRACY %s -o %t
// RUN: %check_run --exit 66 --options resolve=0:shared_cells=0 %t | FileCheck %s
// RUN: %warpsanxx_target -O2 -g -DRACY -mllvm -warpsan-mode=ld %s -o %t
// RUN: %check_run --exit 66 --options resolve=0 %t | FileCheck %s
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options resolve=0 %t | FileCheck %s --check-prefix CLEAN
// CLEAN: WarpSan: verdict=none races=0 kernels=2/2
// CHECK-DAG: Memory: shared variable '{{.*}}right{{.*}}, 1088 bytes, byte 68 (element 17 of size 4)
// CHECK-DAG: Memory: shared variable 'tail{{.*}}, byte 128 (element 32 of size 4)
// CHECK-DAG: Memory: shared variable '{{.*}}box{{.*}}, 64 bytes, byte 4 (element 1 of size 4)
// CHECK-DAG: Memory: shared variable '{{.*}}words{{.*}}, 2048 bytes, byte 4 (element 1 of size 4)
#include "Inputs/done.h"

#ifdef RACY
constexpr bool Racy = true;
#else
constexpr bool Racy = false;
#endif

extern __shared__ int tail[];

static __device__ void join(bool apart) {
  if (apart || !Racy)
    __syncthreads();
}

static __device__ int first(int value) {
  __shared__ int box[16];
  if (threadIdx.x == 0)
    box[1] = value + 1;
  join(false);
  return threadIdx.x == 32 ? box[1] : value;
}

// 64 threads.
__global__ void several(int *out) {
  __shared__ int left[16][16];
  __shared__ int right[16][17];
  const int t = threadIdx.x;
  left[t / 16][t % 16] = t;
  if (t == 32)
    right[1][0] = t;
  join(false);
  int sum = t == 0 ? right[1][0] : 0;
  join(true);
  tail[t] = t;
  join(false);
  if (t == 0)
    sum += tail[32];
  join(true);
  out[t] = sum + left[t / 16][t % 16] + first(t);
}

__global__ void other(int *out) {
  __shared__ int words[512];
  __shared__ char bytes[100];
  const int t = threadIdx.x;
  bytes[t] = t;
  if (t == 0)
    words[1] = t + 1;
  join(false);
  if (t == 32)
    out[64] = words[1];
  join(true);
  out[t] = bytes[63 - t];
}

int main() {
  int *out = zeroed<int>(65);
  several<<<1, 64, 256>>>(out);
  other<<<1, 64>>>(out);
  return done();
}
