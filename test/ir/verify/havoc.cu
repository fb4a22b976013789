// In lock-step, what one thread has written others may have changed since (Bardsley and Donaldson,
// NFM 2014, section 3.3): nothing is known of the array, though the two threads at hand left
// A[2] alone. The accesses to A itself are in step.
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=32 -mllvm -warpsan-warps=two-pass %s 2>&1 | FileCheck %s
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=32 -mllvm -warpsan-warps=re-sync %s 2>&1 | FileCheck %s

// CHECK-NOT: of A+
// CHECK: warning: warpsan: possible data race: write and write {{.*}} of B+0
// CHECK-NOT: of A+
// CHECK: kernel havoc(int*, int*): verdict=possible {{.*}} open=1
__global__ void havoc(int *A, int *B) {
  if (threadIdx.x == 0) {
    A[0] = 1;
    A[1] = 1;
    A[2] = 1;
  }
  A[threadIdx.x] = 0;
  if (A[2] != 1)
    B[0] = threadIdx.x;
}
