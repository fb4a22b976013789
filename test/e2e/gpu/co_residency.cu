// Blocks that wait for each other and fill the device: with checks they have to
// do with as few registers as without.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O2 --flag=-fgpu-rdc %s
// EXPECT: a write, b read
//
// A kernel with calls through pointers has no form with few registers: it does not
// fit all at once, so that it runs as it is, and is counted.
// RUN: %warpsanxx_target -O2 -g -DPOINTER %s -o %t
// RUN: %check_run --exit 68 %t | FileCheck %s
// CHECK: DONE
// CHECK: WarpSan: verdict=unanalysed races=0
// CHECK: WarpSan: not_analysed reason=CoResidency
#include "../Inputs/done.h"
#include "../Inputs/grid_barrier.h"

using Operation = int (*)(int);

// One thread of a block shows it. With all of them the CPU target takes minutes for a
// grid of this size, most of it for blocks that spin.
__global__ void barrier(int *memory, Operation operation) {
  const bool takesPart = threadIdx.x == blockDim.x - 1;
  if (takesPart)
    memory[blockIdx.x] = threadIdx.x; // [a]
  waitForAllBlocks();
#ifndef RACY
  __syncthreads();
#endif
  int value = takesPart ? memory[(blockIdx.x + 1) % gridDim.x] : 0; // [b]
#ifdef POINTER
  if (operation)
    value = operation(value);
#endif
  if (value < 0)
    __trap();
}

int main() {
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  // No query: the author knows that all threads of the device take part.
  int perMultiprocessor = 0;
  cudaDeviceGetAttribute(&perMultiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  const int blocks = multiprocessors * (perMultiprocessor / 512);
  barrier<<<blocks, 512>>>(zeroed<int>(blocks), nullptr);
  return done();
}
