// What has no value shows no race: the walk that confirms a pair ends where a shift leaves its type.
// RUN: %verify -mllvm -warpsan-block=33 -mllvm -warpsan-grid=1 %s 2>&1 | FileCheck %s
// CHECK: kernel shiftedOut(unsigned int): verdict=possible
__global__ void shiftedOut(unsigned n) {
  __shared__ int tile[512];
  if (n >= 32)
    tile[threadIdx.x >> n] = threadIdx.x;
}

// CHECK: kernel overflowsAlways(int): verdict=possible
__global__ void overflowsAlways(int n) {
  __shared__ int tile[512];
  if (n > 0x7fffffff - 1)
    tile[(n + 1 + (int)threadIdx.x) & 256] = threadIdx.x;
}
