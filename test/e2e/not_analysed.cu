// What is not modelled is neither reported nor called clean: an asynchronous
// copy. Data published through a flag with fences, to a block or to a lane, is.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run %t | FileCheck %s
// RUN: %check_run --exit 68 --options fail_on_unanalysed=1 %t | FileCheck %s
// CHECK: DONE
// CHECK-NOT: data race
// CHECK: WarpSan: verdict=unanalysed races=0
// CHECK-NOT: not_analysed=0
// CHECK-DAG: WarpSan: not_analysed reason=AsyncCopy
// CHECK-NOT: reason=FenceAndFlag
#include "Inputs/done.h"
#include <cuda_pipeline.h>

__global__ void copyAsync(const int *in, int *out) {
  __shared__ int staged[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&staged[t], in + t, sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = staged[63 - t];
}

__global__ void publish(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

__global__ void handToNextLane(int *data, int *flags, int *out) {
  const int t = threadIdx.x;
  data[t] = t;
  __threadfence_block();
  atomicExch_block(&flags[t], 1);
  if (t == 0)
    return;
  while (atomicAdd_block(&flags[t - 1], 0) == 0) {
  }
  __threadfence_block();
  out[t] = data[t - 1];
}

int main() {
  copyAsync<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64));
  publish<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  handToNextLane<<<1, 32>>>(zeroed<int>(32), zeroed<int>(32), zeroed<int>(32));
  return done();
}
