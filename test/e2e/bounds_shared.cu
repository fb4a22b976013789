// bounds=1 for shared memory: static and dynamic, and dynamic memory that the
// launch does not ask for. What lies behind is another block's on the CPU target,
// hence one block.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t.racy -DRACY
// RUN: %check_run --exit 66 --options bounds=1 %t.racy | FileCheck %s
// RUN: %warpsanxx_cpu -O2 -g %s -o %t.clean
// RUN: %check_run --options bounds=1 %t.clean | FileCheck %s --check-prefix CLEAN
// CLEAN: DONE
// CLEAN: WarpSan: verdict=none races=0 {{.*}} not_analysed=0 suppressed=0 lost=0 out_of_bounds=0 target
#include "Inputs/done.h"

#ifdef RACY
constexpr int Past = 1;
#else
constexpr int Past = 0;
#endif

__global__ void fixed(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x + Past];
}
// CHECK: DONE
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Read of size 4 at shared memory offset 0x100 by thread (63,0,0)
// CHECK-NEXT:     #0 fixed(int*) {{.*}}bounds_shared.cu:[[#@LINE-5]]
// CHECK-NEXT:   Memory: outside the shared memory of the block

extern __shared__ int dynamic[];

__global__ void sized(int *out) {
  dynamic[threadIdx.x + Past] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = dynamic[63 - threadIdx.x + Past];
}
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Write of size 4 at shared memory offset 0x100 by thread (63,0,0)
// CHECK: Seen: 1 time
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Read of size 4 at shared memory offset 0x100 by thread (0,0,0)
// CHECK: Seen: 1 time

__global__ void none(int *out) {
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = dynamic[63 - threadIdx.x];
}
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Write of size 4 at shared memory offset 0x
// CHECK: Seen: 64 times
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Read of size 4 at shared memory offset 0x
// CHECK: Seen: 64 times

// CHECK: WarpSan: verdict=unanalysed races=0 {{.*}} out_of_bounds=5 target

int main() {
  fixed<<<1, 64>>>(zeroed<int>(64));
  sized<<<1, 64, 64 * sizeof(int)>>>(zeroed<int>(64));
  none<<<1, 64, Past ? 0 : 64 * sizeof(int)>>>(zeroed<int>(64));
  return done();
}
