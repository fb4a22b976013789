// counters=1: what each kernel costs. Numbers are exact: 256 threads with three
// accesses each, and what the compiler and the launch take out of them.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %warpsanxx_target -O2 -g -mllvm -warpsan-elide=none %s -o %t.all
// RUN: %warpsanxx_target -O2 -mllvm -warpsan-elide=none -DRACY %s -o %t.racy
// RUN: %check_run --options counters=1 %t | FileCheck %s
// RUN: %check_run --options counters=1:resolve=0 %t | FileCheck %s --check-prefix=UNRESOLVED
// RUN: %check_run --options counters=1 %t.all | FileCheck %s --check-prefix=ALL
// RUN: %check_run --options counters=1:schedule=random:runs=3 %t.all | FileCheck %s --check-prefix=ALL
// RUN: %check_run --exit 66 --options counters=1 %t.racy | FileCheck %s --check-prefix=RACY
// RUN: %check_run --options counters=0 %t | FileCheck %s --check-prefix=OFF
//
// Reads are of memory that only they touch, so the launch needs no check of them.
// CHECK: WarpSan: verdict=none
// CHECK-NEXT: WarpSan: counters accesses=576 twin_launches=3 launches=5
// CHECK-NEXT: WarpSan: costs by kernel
// CHECK-NEXT: kernel launches own threads checks left out cell writes ms checked ms own
// CHECK-NEXT: scatter(int const*, int const*, int*) 1 0 256 256 512 256 {{[0-9.]+}} -
// CHECK-NEXT: ramp(int*) 2 2 512 - - - - {{[0-9.]+$}}
// CHECK-NEXT: turn(int const*, int*) 2 0 128 320 320 {{[0-9]+ [0-9.]+}} -
// CHECK-NEXT: WarpSan: kernel="scatter(int const*, int const*, int*)" launches=1 launches_checked=1 launches_own=0 threads=256 checked_us={{[0-9.]+$}}
// CHECK-NEXT: WarpSan: kernel="scatter(int const*, int const*, int*)" sites=3 sites_checked=3 sites_not_analysed=0 sites_proved=0{{$}}
// CHECK-NEXT: WarpSan: kernel="scatter(int const*, int const*, int*)" checks=256 left_out_by_launch=512 left_out_by_shape=0 words=256 split_words=0 history_words=0 cell_writes=256 retries=0 conflicts=0 races=0 not_analysed=0{{$}}
// CHECK: WarpSan: kernel="ramp(int*)" launches=2 launches_checked=0 launches_own=2 threads=512 own_us={{[0-9.]+$}}
// CHECK-NEXT: WarpSan: kernel="ramp(int*)" sites=3 sites_checked=1 sites_not_analysed=0 sites_proved=2 proved_constant=2{{$}}
// CHECK-NOT: kernel="ramp(int*)" checks
// A block of 8 x 8 threads does not need the three checks of shared memory, one of 64 x 1 does;
// the read of `own` is one that the write before stands for.
// CHECK: WarpSan: kernel="turn(int const*, int*)" sites=6 sites_checked=5 sites_not_analysed=0 sites_proved=1 proved_covered=1{{$}}
// CHECK-NEXT: WarpSan: kernel="turn(int const*, int*)" checks=320 left_out_by_launch=128 left_out_by_shape=192 words=320
// CHECK: WarpSan: memory tracked_bytes=3072 shadow_bytes=6144 shadow_per_byte=2.00 shared_shadow_bytes={{[0-9]+}} order_log_bytes=0{{$}}
//
// UNRESOLVED: kernel="scatter(int const*, int const*, int*)" checks=768 left_out_by_launch=0 left_out_by_shape=0 words=768 split_words=0 history_words=0 cell_writes=768 retries=0
// UNRESOLVED: kernel="ramp(int*)" launches=2 launches_checked=2 launches_own=0
// UNRESOLVED: kernel="ramp(int*)" checks=512 left_out_by_launch=0
//
// The runs before the last one do not count.
// ALL: kernel="scatter(int const*, int const*, int*)" checks=768
// ALL: kernel="turn(int const*, int*)" sites=6 sites_checked=6 sites_not_analysed=0 sites_proved=0{{$}}
// ALL-NEXT: kernel="turn(int const*, int*)" checks=768 left_out_by_launch=0 left_out_by_shape=0
//
// Each word has two writers; names need no debug information.
// RACY: WarpSan: verdict=races
// RACY: kernel="scatter(int const*, int const*, int*)" checks=768 {{.*}} races=128 not_analysed=0
//
// OFF: WarpSan: verdict=none
// OFF-NOT: WarpSan:
#include "Inputs/done.h"

constexpr int Threads = 256, Side = 8;

__global__ void scatter(const int *index, const int *values, int *result) {
  const int thread = threadIdx.x;
#ifdef RACY
  result[index[thread] / 2] = values[thread] + thread;
#else
  result[index[thread]] = values[thread];
#endif
}

__constant__ int start = 0, step = 1;

/// What the compiler proves does not count when it runs, since nobody asks.
__global__ void ramp(int *index) { index[threadIdx.x] = start + threadIdx.x * step; }

__global__ void turn(const int *index, int *result) {
  __shared__ int tile[Side * Side][Side * Side];
  __shared__ int own[Side * Side];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  own[thread] = thread;
  tile[threadIdx.y][threadIdx.x] = own[thread];
  __syncthreads();
  result[index[thread]] = tile[threadIdx.y][threadIdx.x];
}

int main() {
  int *index = zeroed<int>(Threads);
  int *result = zeroed<int>(Threads);
  ramp<<<1, Threads>>>(index);
  scatter<<<1, Threads>>>(index, zeroed<int>(Threads), result);
  ramp<<<1, Threads>>>(index);
  turn<<<1, dim3(Side, Side)>>>(index, result);
  turn<<<1, dim3(Side * Side, 1)>>>(index, result);
  return done();
}
