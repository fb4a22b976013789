// Blocks that wait for each other and fill the device: with checks they do not
// fit all at once, so that the kernel runs as it is, and is counted.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --exit 68 %t | FileCheck %s
// CHECK: DONE
// CHECK: WarpSan: verdict=unanalysed races=0
// CHECK: WarpSan: not_analysed reason=CoResidency
#include "../Inputs/done.h"
#include "../Inputs/grid_barrier.h"

__global__ void barrier(int *memory) {
  memory[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  waitForAllBlocks();
  __syncthreads();
  if (memory[(blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x] < 0)
    __trap();
}

int main() {
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  // No query: the author knows that all threads of the device take part.
  int perMultiprocessor = 0;
  cudaDeviceGetAttribute(&perMultiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  const int blocks = multiprocessors * (perMultiprocessor / 512);
  barrier<<<blocks, 512>>>(zeroed<int>(blocks * 512));
  return done();
}
