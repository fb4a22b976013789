// The Schedule line of a report gives one launch the schedule that showed the
// race, and the launches before it the one they had: the same report again.
// RUN: %warpsanxx_cpu -O1 -g %s -o %t
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=7:runs=30 not %t > %t.explored 2>&1
// RUN: sed -n 's/.*Schedule: //p' %t.explored > %t.options
// RUN: FileCheck %s --check-prefix=OPTIONS < %t.options
// RUN: sh -c 'WARPSAN_OPTIONS=$(cat %t.options) not %t' > %t.again 2>&1
// RUN: grep -v 'Seen:\|Schedule:\|verdict=' %t.explored > %t.a
// RUN: grep -v 'Seen:\|Schedule:\|verdict=' %t.again > %t.b
// RUN: diff %t.a %t.b
// RUN: FileCheck %s < %t.again
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=7 %t 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: %check_run --exit 67 --options schedule=random:replay=7 %t | FileCheck %s --check-prefix=BAD
// RUN: %check_run --exit 67 --options replay=7@1 %t | FileCheck %s --check-prefix=BAD
// OPTIONS: schedule=random:seed=7:replay=[[# SEED:]]@3
// CHECK: data race
// CHECK: launch 3
// CHECK: WarpSan: verdict=races {{.*}} seed={{[0-9]+}}@3
// CHECK: order 0
// ALONE: WarpSan: verdict=none
// BAD: bad value '{{7|with runs or schedule=lockstep}}' of option 'replay'
#include <cstdio>

constexpr int Blocks = 4;

/// Writes down who comes when. Only in the last launch, and only if the blocks
/// come in reverse order, two of them write to the same place.
__global__ void queue(int *next, int *order, int *data, bool last) {
  const int place = atomicAdd(next, 1);
  order[place] = blockIdx.x;
  if (last && place == 0 && blockIdx.x == 3)
    data[1] = 1;
  if (last && place == 3 && blockIdx.x == 0)
    data[1] = 2;
}

int main() {
  int *memory, *data;
  cudaMallocManaged(&memory, 3 * (Blocks + 1) * sizeof(int));
  cudaMalloc(&data, 2 * sizeof(int));
  for (int i = 0; i < 3; ++i) {
    int *own = memory + i * (Blocks + 1);
    queue<<<Blocks, 1>>>(own, own + 1, data, i == 2);
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < 2; ++i)
    printf("order %d: %d %d %d %d\n", i, memory[i * 5 + 1], memory[i * 5 + 2], memory[i * 5 + 3],
           memory[i * 5 + 4]);
}
