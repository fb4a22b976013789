// Threads are switched at plain accesses on request: an update that is not
// atomic then loses some, which looked right without.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run --exit 66 %t | FileCheck %s --check-prefixes=ALL,SYNC
// RUN: %warpsanxx_cpu -O2 -g -mllvm -warpsan-yield=accesses %s -o %t.yield
// RUN: %check_run --exit 66 %t.yield | FileCheck %s --check-prefixes=ALL,ACCESSES
// RUN: %check_run --exit 66 --options schedule=random:seed=3 %t.yield | FileCheck %s --check-prefixes=ALL
// SYNC: count: 64, seen 1
// ACCESSES: count: {{[0-9]$|[0-9],}}
// ALL: WarpSan: verdict=races
#include <cstdio>

/// The last thread waits for the first one with a plain read.
__global__ void update(int *count, int *flag) {
  if (threadIdx.x == 0)
    *flag = 1;
  *count += 1;
  if (threadIdx.x == 63)
    while (*flag == 0) {
    }
}

int main() {
  int *memory;
  cudaMallocManaged(&memory, 2 * sizeof(int));
  update<<<1, 64>>>(memory, memory + 1);
  cudaDeviceSynchronize();
  printf("count: %d, seen %d\n", memory[0], memory[1]);
}
