// A histogram with an atomic, and one thread at a time between barriers (Bardsley and Donaldson,
// NFM 2014, figure 2). What the array of indices holds does not matter; a plain update races.
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=64 %s 2>&1 | FileCheck %s
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=* %s 2>&1 | FileCheck %s
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=64 -mllvm -warpsan-warps=two-pass %s 2>&1 | FileCheck %s
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=64 -mllvm -warpsan-warps=re-sync %s 2>&1 | FileCheck %s
// RUN: not %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=64 -DPLAIN %s 2>&1 | FileCheck %s --check-prefix=PLAIN

// CHECK: kernel figure2a(int*, int*): verdict=proved
// CHECK: kernel figure2b(int*, int*): verdict=proved
// PLAIN: error: warpsan: data race: {{read|write}} and write {{.*}} of B+
// PLAIN: kernel figure2a(int*, int*): verdict=refuted
__global__ void figure2a(int *A, int *B) {
  int t = A[threadIdx.x];
#ifdef PLAIN
  ++B[t];
#else
  atomicAdd(&B[t], 1);
#endif
}

__global__ void figure2b(int *A, int *B) {
  int t = A[threadIdx.x];
  for (int j = 0; j < blockDim.x; ++j) {
    if (threadIdx.x == j)
      ++B[t];
    __syncthreads();
  }
}
