// Kernels that cannot run on copies run as they are, and are counted, also those in which
// nothing races: atomics come in any order.
// RUN: %warpsanxx_target -O1 -g -mllvm -warpsan-mode=det %s -o %t
// RUN: %check_run --options resolve=0 %t 2>&1 | FileCheck %s
// CHECK: WarpSan: verdict=unanalysed races=0 kernels=1/3
// CHECK-SAME: det=ordered {{.*}}regions=2
// CHECK: reason=Unrepeatable {{.*}}kernels=2
// CHECK-DAG: det kernel="added(float*)" run as it is: atomic accesses
// CHECK-DAG: det kernel="timed(long long*)" run as it is: clocks
// CHECK-NOT: det kernel="
//
// Copies that do not fit are named.
// RUN: %check_run --options resolve=0:ld_memory=512:fail_on_unanalysed=1 --exit 68 %t 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: turned{{.*}} needs ld_memory={{[0-9]+}} or more
// MEMORY: reason=ShadowMemory {{.*}}kernels=1
#include "../Inputs/done.h"

constexpr int Threads = 64;

__global__ void added(float *out) { atomicAdd(out, 1.0f / float(threadIdx.x + 1)); }

__global__ void timed(long long *out) { out[threadIdx.x] = clock64(); }

__global__ void turned(int *out, int stride) {
  __shared__ int line[Threads];
  line[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = line[threadIdx.x * stride % Threads];
}

int main() {
  int results[Threads];
  int *out = zeroed<int>(Threads);
  added<<<2, Threads>>>(zeroed<float>(1));
  timed<<<1, Threads>>>(zeroed<long long>(Threads));
  turned<<<1, Threads>>>(out, 5);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int t = 0; t < Threads; ++t)
    if (results[t] != t * 5 % Threads)
      return 1;
  return done();
}
