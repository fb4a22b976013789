// runs=N: each launch is tried under N schedules, all races in one report with
// the seed that showed them; the program sees one run.
// RUN: %warpsanxx_cpu -O1 -g %s -o %t
// RUN: %check_run %t | FileCheck %s --check-prefix=ONE
// RUN: %check_run --exit 66 --options schedule=random:seed=7:runs=20 %t | FileCheck %s --check-prefixes=ALL,RANDOM
// RUN: %check_run --exit 66 --options schedule=pct:seed=7:runs=20 %t | FileCheck %s --check-prefixes=ALL,PCT
// RUN: %check_run --exit 67 --options runs=20 %t | FileCheck %s --check-prefix=LOCKSTEP
// The schedule that a report names shows the race alone, with the same example.
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=7:runs=20 not %t 2>&1 | sed -n 's/.*Schedule: //p' > %t.seed
// RUN: sh -c 'WARPSAN_OPTIONS=$(cat %t.seed) not %t' 2>&1 | FileCheck %s --check-prefix=AGAIN
// ONE: launches: 2, launch 0 printed
// ONE: WarpSan: verdict=none
// LOCKSTEP: option 'runs'
// ALL: launches: 2, launch 0 printed
// ALL-NOT: printed
// ALL: data race (no order between blocks)
// ALL: Schedule: schedule={{random|pct}}:seed=7
// RANDOM: WarpSan: verdict=races races=1 {{.*}} seed=7..26
// PCT: WarpSan: verdict=races races=1 {{.*}} seed=7..26
// AGAIN: WarpSan: verdict=races races=1
#include <cstdio>

__device__ int launches;
static __device__ int earlier; // which the host cannot reach

/// The second block races with the first only if it overtakes it.
__global__ void overtaken(int *turn, int *data) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    printf("launches: %d, launch %d printed\n", launches + 2, earlier);
    atomicAdd(&launches, 2);
    atomicAdd(&earlier, 1);
  }
  const int before = atomicAdd(turn, 1);
  if (blockIdx.x == 0 || before == 0)
    data[0] = blockIdx.x;
}

int main() {
  int *memory;
  cudaMalloc(&memory, 2 * sizeof(int));
  cudaMemset(memory, 0, 2 * sizeof(int));
  overtaken<<<2, 1>>>(memory, memory + 1);
  return cudaDeviceSynchronize();
}
