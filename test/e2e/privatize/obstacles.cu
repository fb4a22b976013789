// Kernels that would not do the same twice are named with what is in the way, and run as
// they are; the state machine looks at them if asked for.
// RUN: %warpsanxx_target -O1 -g -mllvm -warpsan-mode=ld %s -o %t
// RUN: %check_run --options resolve=0 %t 2>&1 | FileCheck %s
// RUN: %check_run --options ld_fallback=fsm:resolve=0 %t 2>&1 | FileCheck %s --check-prefix=FSM
// CHECK: WarpSan: verdict=unanalysed races=0 kernels=1/6
// CHECK-SAME: regions=1 region_bytes=0
// CHECK: reason=Unrepeatable {{.*}}kernels=5
// CHECK-DAG: ld kernel="counted(int*)" not run twice: atomic accesses
// CHECK-DAG: ld kernel="scoped(int*)" not run twice: atomic accesses; fences{{$}}
// CHECK-DAG: ld kernel="timed(long long*)" not run twice: clocks
// CHECK-DAG: ld kernel="printed(int*)" not run twice: printf
// CHECK-DAG: ld kernel="voted(int*)" not run twice: block barriers with a result
// CHECK-NOT: ld kernel="plain
// FSM: WarpSan: verdict=none races=0 kernels=6/6
// FSM-NOT: not run twice
#include "../Inputs/done.h"

constexpr int Threads = 64;

__global__ void counted(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    out[0] = count;
}

__global__ void scoped(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd_block(&count, 1);
  __threadfence_block();
  __syncthreads();
  if (threadIdx.x == 0)
    out[0] = count;
}

__global__ void timed(long long *out) {
  __shared__ long long times[Threads];
  times[threadIdx.x] = clock64();
  __syncthreads();
  out[threadIdx.x] = times[Threads - 1 - threadIdx.x];
}

__global__ void printed(int *out) {
  __shared__ int line[Threads];
  line[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = line[Threads - 1 - threadIdx.x];
  if (out[threadIdx.x] > Threads)
    printf("too large\n");
}

__global__ void voted(int *out) {
  __shared__ int line[Threads];
  line[threadIdx.x] = threadIdx.x;
  const int count = __syncthreads_count(threadIdx.x > 3);
  out[threadIdx.x] = line[Threads - 1 - threadIdx.x] + count;
}

__global__ void plain(int *out) { out[threadIdx.x * 3 % 64 + blockIdx.x * 64] += 1; }

int main() {
  int *out = zeroed<int>(Threads);
  counted<<<1, Threads>>>(out);
  scoped<<<1, Threads>>>(out);
  timed<<<1, Threads>>>(zeroed<long long>(Threads));
  printed<<<1, Threads>>>(out);
  voted<<<1, Threads>>>(out);
  plain<<<1, Threads>>>(out);
  return done();
}
