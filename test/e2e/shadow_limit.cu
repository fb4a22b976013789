// max_shadow_mb is hit in the middle of a program: allocations that got their
// cells are checked on, races and all, those that came later are counted, and
// memory that is given back makes room for new ones.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --exit 66 --options max_shadow_mb=1 %t | FileCheck %s --check-prefix LIMIT
// RUN: %check_run --exit 66 %t | FileCheck %s --check-prefix ALL
// LIMIT: DONE
// LIMIT: data race (missing block barrier)
// LIMIT: #0 early(int*)
// LIMIT: Seen: {{[0-9]+}} times
// LIMIT-NOT: late(
// LIMIT: #0 room(int*)
// LIMIT: WarpSan: verdict=races races=2 kernels=3/3 sites=9 checked=6 proved=0 not_analysed=3
// LIMIT-NEXT: not_analysed reason=ShadowMemory sites=3 first="{{.*}}shadow_limit.cu:27"
// LIMIT-NOT: reason=
// LIMIT: out of shadow memory
// ALL: DONE
// ALL: WarpSan: verdict=races races=3 kernels=3/3 sites=9 checked=9 proved=0 not_analysed=0
#include "Inputs/done.h"

__global__ void early(int *memory) {
  memory[threadIdx.x] = threadIdx.x;
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x];
}

__global__ void late(int *memory) {
  memory[threadIdx.x] = threadIdx.x;
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x];
}

__global__ void room(int *memory) {
  memory[threadIdx.x] = threadIdx.x;
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x];
}

int main() {
  constexpr int Words = 100000; // 800 kB of cells
  int *first = zeroed<int>(Words);
  early<<<1, 64>>>(first);
  int *second = zeroed<int>(Words);
  late<<<1, 64>>>(second);
  early<<<1, 64>>>(first); // what has cells keeps them
  cudaFree(first);
  cudaFree(second);
  room<<<1, 64>>>(zeroed<int>(Words));
  return done();
}
