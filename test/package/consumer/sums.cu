#include "sums.h"

#include <cuda/std/type_traits>
#include <warpsan/annotations.h>

#ifndef __WARPSAN__
#error "compiled without the detector"
#endif

static __global__ void addThreads(int *result) {
  __shared__ int partial[64];
  WARPSAN_ASSUME(result != nullptr);
  partial[threadIdx.x] = threadIdx.x;
  for (int step = 32; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step)
      partial[threadIdx.x] += partial[threadIdx.x + step];
  }
  if (threadIdx.x == 0)
    *result = partial[0];
}

int sumOfThreads(int *result) {
  addThreads<<<1, 64>>>(result);
  int sum = 0;
  cudaMemcpy(&sum, result, sizeof(sum), cudaMemcpyDeviceToHost);
  return sum;
}
