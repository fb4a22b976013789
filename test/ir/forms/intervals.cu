// Forms say between which barriers of the block an access may run: those of different parts
// are never of one time, as the host may conclude. Where some threads pass by a barrier
// nothing is known.
// RUN: %clang_device -O2 -g %s -o %t.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s

// CHECK-LABEL: kernel _Z8inBlocksPii
// CHECK: form root 0 write of 4 at (4 * zext64(tid.x)){{$}}
// CHECK-NEXT: form root 0 read of 4 at (4 + (4 * zext64(tid.x))) in-interval=1
// CHECK-NEXT: form root 0 write of 4 at (8 + (4 * zext64(tid.x))) {{.*}}in-interval=1 in-interval=2
// CHECK-NOT: form
__global__ void inBlocks(int *values, int rounds) {
  values[threadIdx.x] = 1;
  __syncthreads();
  int next = values[threadIdx.x + 1];
  for (int i = 0; i < rounds; ++i) {
    values[threadIdx.x + 2] = next;
    __syncthreads();
    next *= 2;
  }
}

// CHECK-LABEL: kernel _Z9someLeavePii
// CHECK: form
// CHECK-NOT: in-interval
// CHECK: site
__global__ void someLeave(int *values, int n) {
  values[threadIdx.x] = 1;
  if (threadIdx.x == n)
    return;
  __syncthreads();
  values[threadIdx.x + 1] = 2;
}
