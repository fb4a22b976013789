// -warpsan-when=late instruments what the optimiser left.
// RUN: %clang_device -O2 %s -mllvm -warpsan-when=late -o %t.late.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.late.ll 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: %clang_device -O2 %s -o %t.early.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.early.ll 2>&1 | FileCheck %s --check-prefix=EARLY
__global__ void kernel(int *p) {
  p[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = 1;
}
// EARLY: kernel {{.*}} sites: 0 1 2 flags
// LATE: kernel {{.*}} sites: 0 flags
