// Without optimisation the twin has the same checks, and no checks of the
// parameters and variables that -O0 keeps in memory.
// RUN: %clang_device -O0 %s -o %t.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s
__device__ void put(int *p, int value) { *p = value; }
__global__ void kernel(int *out) {
  int mine = threadIdx.x;
  put(&mine, 3);
  put(out + threadIdx.x, mine);
}
// CHECK: kernel _Z6kernelPi parameters=1 sites: 0 flags
// CHECK: site 0 checked write {{.*}} function=put(int*, int)
// CHECK-NOT: site 1
