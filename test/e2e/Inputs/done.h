// What every program of this folder ends with. A CUDA error must not look like
// a clean run, and a run that stopped early must not look complete.
#pragma once
#include <cstdio>

static int done() {
  cudaError_t error = cudaDeviceSynchronize();
  if (error == cudaSuccess)
    error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(error));
    return 3;
  }
  std::puts("DONE");
  return 0;
}

// Device array of `count` zeroed elements.
template <typename T>
T *zeroed(int count) {
  T *memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemset(memory, 0, count * sizeof(T));
  return memory;
}
