// Races with code that is meant to race are counted as suppressed; without the annotations they
// are races. Others stay what they are.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT: e write, e write
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options verbosity=1 %t | FileCheck %s
// CHECK: DONE
// CHECK-NOT: data race
// CHECK: WarpSan: verdict=none races=0 {{.*}} suppressed=3 lost=0
// CHECK: WarpSan: intended race {{.*}}intended_races.cu:[[#]] hits={{[1-9][0-9]*}} (a stale neighbour does)
// CHECK: WarpSan: intended race {{.*}}intended_races.cu:[[#]] hits={{[1-9][0-9]*}} (what is inlined, too)
// CHECK: WarpSan: intended race {{.*}}intended_races.cu:[[#]] hits={{[1-9][0-9]*}} (the last one wins)
// RUN: %warpsanxx_target -O2 -g %s -o %t.mixed -DMIXED
// RUN: %check_run --exit 66 %t.mixed | FileCheck %s --check-prefix MIXED
// MIXED-COUNT-1: data race
// MIXED: WarpSan: verdict=races races=1 {{.*}} suppressed=3
#include "Inputs/done.h"
#include <warpsan/annotations.h>

#ifdef RACY
#undef WARPSAN_INTENDED
#undef WARPSAN_INTENDED_RACE
#define WARPSAN_INTENDED(reason)
#define WARPSAN_INTENDED_RACE(reason, ...) (__VA_ARGS__)
#endif

WARPSAN_INTENDED("a stale neighbour does")
__device__ int neighbour(const int *cells) { return cells[63 - threadIdx.x]; } // [b]

__global__ void relax(int *cells, int *out) {
  cells[threadIdx.x] = threadIdx.x; // [a]
  out[threadIdx.x] = neighbour(cells);
}

__device__ int load(const int *cell) { return *cell; } // [d]

WARPSAN_INTENDED("what is inlined, too")
__device__ int other(const int *cells) { return load(cells + 63 - threadIdx.x); }

__global__ void relaxDeeper(int *cells, int *out) {
  cells[threadIdx.x] = threadIdx.x; // [c]
  out[threadIdx.x] = other(cells);
}

__global__ void keepLast(int *best) {
  WARPSAN_INTENDED_RACE("the last one wins", *best = int(threadIdx.x)); // [e]
}

#ifdef MIXED
__global__ void notMeant(int *cells, int *out) {
  cells[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = load(cells + 63 - threadIdx.x);
}
#endif

int main() {
  relax<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64));
  relaxDeeper<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64));
  keepLast<<<1, 64>>>(zeroed<int>(1));
#ifdef MIXED
  notMeant<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64));
#endif
  return done();
}
