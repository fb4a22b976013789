// A wavelet step that halves the threads at work in each round, as the state of each thread has it
// (Bardsley and Donaldson, NFM 2014, section 5: dwtHaar1D). What each thread keeps is suggested by
// the program and checked.
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=512 %s 2>&1 | FileCheck %s
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=512 -mllvm -warpsan-warps=two-pass %s 2>&1 | FileCheck %s
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=512 -mllvm -warpsan-warps=re-sync %s 2>&1 | FileCheck %s
// RUN: %verify -mllvm -warpsan-grid=1 -mllvm -warpsan-block=512 -DWRONG %s 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: verdict=proved
// WRONG: verdict=possible
#define __WARPSAN__ 1
#include "warpsan/annotations.h"

extern __shared__ float shared[];

__global__ void wavelet(const float *in, float *out, unsigned levels) {
  const unsigned tid = threadIdx.x;
  shared[tid + (tid >> 4)] = in[tid];
  __syncthreads();
  unsigned offset = 1, active = blockDim.x >> 1, left = tid * 2;
  for (unsigned i = 1; i < levels && i < 10; ++i) {
#ifdef WRONG
    WARPSAN_INVARIANT(left == tid + i); // not so, and not believed
#else
    WARPSAN_INVARIANT(!(tid < active) || active == blockDim.x >> i);
    WARPSAN_INVARIANT(!(tid < active) || offset == 1u << (i - 1));
    WARPSAN_INVARIANT(!(tid < active) || left == tid << i);
#endif
    if (tid < active) {
      unsigned right = left + offset;
      unsigned a = left + (left >> 4), b = right + (right >> 4);
      out[active + tid] = shared[a] - shared[b];
      shared[a] = shared[a] + shared[b];
      active >>= 1;
      offset <<= 1;
      left <<= 1;
    }
    __syncthreads();
  }
}
