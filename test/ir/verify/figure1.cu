// Neighbours without and with a barrier (Bardsley and Donaldson, NFM 2014, figure 1). One warp in
// lock-step reads before it writes; two warps do not, nor do threads of today's warps.
// RUN: not %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=32 %s 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=64 %s 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=32 -mllvm -warpsan-warps=two-pass %s 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=32 -mllvm -warpsan-warps=re-sync %s 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: not %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=64 -mllvm -warpsan-warps=two-pass %s 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=64 -mllvm -warpsan-warps=re-sync %s 2>&1 | FileCheck %s --check-prefix=RESYNC

// RACE: figure1.cu:[[#@LINE+12]]:{{.*}} error: warpsan: data race: read and write at {{.*}}figure1.cu:[[#@LINE+12]]
// RACE: kernel figure1a(float*): verdict=refuted
// RACE: kernel figure1b(float*): verdict=proved
// WARP: kernel figure1a(float*): verdict=proved
// WARP: kernel figure1b(float*): verdict=proved
// WARPS: data race: read and write {{.*}} by thread ({{31|63}},0,0) of block (0,0,0) and thread ({{32|0}},0,0) of block (0,0,0), of A+
// WARPS: kernel figure1a(float*): verdict=refuted
// WARPS: kernel figure1b(float*): verdict=proved
// RESYNC: possible data race: read and write {{.*}} by thread ({{31|63}},0,0) of block (0,0,0) and thread ({{32|0}},0,0) of block (0,0,0), of A+
// RESYNC: kernel figure1a(float*): verdict=possible
// RESYNC: kernel figure1b(float*): verdict=proved
__global__ void figure1a(float *A) {
  A[threadIdx.x] = A[threadIdx.x] + A[(threadIdx.x + 1) % blockDim.x];
}

__global__ void figure1b(float *A) {
  float temp = A[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  A[threadIdx.x] = A[threadIdx.x] + temp;
}
