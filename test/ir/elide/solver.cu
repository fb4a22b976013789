// What linear arithmetic does not prove of shared arrays a solver may (proofs=z3): trees whose
// steps are products of what a loop halves and doubles, and butterflies. For blocks that fit.
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -o %t.ll
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-proofs=z3 -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=QUICK
#define KERNEL extern "C" __global__ void

// CHECK: kernel blelloch {{.*}} shape=256x1x1 for all
// CHECK: kernel butterflies {{.*}} shape=128x1x1 for all
// CHECK: kernel noBarrier {{.*}} shape={{[0-9x]+$}}
// QUICK-NOT: for all
KERNEL blelloch() {
  __shared__ int sums[512];
  const int thread = threadIdx.x, n = 512;
  int offset = 1;
  sums[2 * thread] = 1;
  sums[2 * thread + 1] = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thread < d)
      sums[offset * (2 * thread + 2) - 1] += sums[offset * (2 * thread + 1) - 1];
    offset *= 2;
  }
  if (thread == 0)
    sums[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thread < d) {
      int left = offset * (2 * thread + 1) - 1, right = offset * (2 * thread + 2) - 1;
      int sum = sums[left];
      sums[left] = sums[right];
      sums[right] += sum;
    }
  }
}

KERNEL butterflies() {
  __shared__ int values[256];
  const unsigned thread = threadIdx.x;
  values[thread] = 1;
  values[thread + 128] = 2;
  for (unsigned half = 1; half < 256; half *= 2) {
    __syncthreads();
    const unsigned i = thread / half * 2 * half + thread % half;
    const int a = values[i], b = values[i + half];
    values[i] = a + b;
    values[i + half] = a - b;
  }
}

// The same without order between the rounds.
KERNEL noBarrier() {
  __shared__ int values[256];
  const unsigned thread = threadIdx.x;
  values[thread] = 1;
  values[thread + 128] = 2;
  __syncthreads();
  for (unsigned half = 1; half < 256; half *= 2) {
    const unsigned i = thread / half * 2 * half + thread % half;
    const int a = values[i], b = values[i + half];
    values[i] = a + b;
    values[i + half] = a - b;
  }
}
