// A tree whose steps are numbers that only the launch tells. That reads stay within the
// array shows when they happen: those that do need no check, and one that does not is
// counted. The racy form reads what the next thread of the level writes.
// RUN: %check_twins O0 %s --faults=TOO_FAR
// RUN: %check_twins O2 %s --faults=TOO_FAR
// EXPECT TOO_FAR: a read, b write
// RUN: %warpsanxx_cpu -O2 -g %s -o %t.outside -DOUTSIDE
// RUN: %check_run %t.outside | FileCheck %s
// CHECK: DONE
// CHECK: WarpSan: verdict=unanalysed races=0 {{.*}} not_analysed=1
// CHECK: WarpSan: not_analysed reason=UntrackedMemory sites=1 {{.*}}proved_within.cu:[[#@LINE+23]]
// RUN: %check_run --options counters=1 %t.outside | FileCheck %s --check-prefix=COUNT
// RUN: %check_run --options verbosity=2 %t.outside | FileCheck %s --check-prefix=KIND
// KIND: launch 1: {{.*}}sum{{.*}} checked, for accesses that leave their array
// COUNT: kernel="sum{{.*}} checks=1 left_out_by_launch=128 left_out_by_shape=511
#include "Inputs/done.h"

constexpr int Block = 128;

#ifdef TOO_FAR
constexpr int Parts = 1;
#else
constexpr int Parts = 2;
#endif

__global__ void sum(float factor, int rounds, int *result) {
  __shared__ int part[Block];
  const int thread = threadIdx.x;
  part[thread] = 1;
  __syncthreads();
  for (int i = 1; i <= rounds; ++i) {
    const int step = powf(factor, i);
    if (thread % step == 0) {
      const int other = part[thread + step / Parts]; // [a]
      part[thread] += other;                         // [b]
    }
    __syncthreads();
  }
  result[thread] = part[thread];
}

int main() {
  int *result = zeroed<int>(Block);
#ifdef OUTSIDE
  sum<<<1, Block>>>(2, 8, result);
#else
  sum<<<1, Block>>>(2, 7, result);
#endif
  return done();
}
