// Kernels with a twin are checked when the driver API launches them, too, and
// memory of the driver API is tracked.
// RUN: %check_twins O2 %s --link="%driver_stubs"
// EXPECT: a write, b read
#include "../Inputs/done.h"
#include <cuda.h>

__global__ void mirror(int *memory) {
  memory[threadIdx.x] = threadIdx.x; // [a]
#ifndef RACY
  __syncthreads();
#endif
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x]; // [b]
}

int main() {
  cudaFree(nullptr); // makes the context
  cudaFunction_t function = nullptr;
  if (cudaGetFuncBySymbol(&function, reinterpret_cast<const void *>(mirror)))
    return 1;
  CUdeviceptr memory = 0;
  if (cuMemAlloc(&memory, 128 * sizeof(int)))
    return 2;
  void *arguments[] = {&memory};
  if (cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr))
    return 4;
  const int code = done();
  cuMemFree(memory);
  return code;
}
