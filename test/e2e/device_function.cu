// The race is in device functions: one inlined, one kept as a call. Reports name
// the line inside the function.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
#include "Inputs/done.h"

constexpr int Threads = 64;

__device__ __noinline__ void put(int *cells, int i, int value) {
  cells[i] = value; // [a]
}

template <typename T>
__device__ __forceinline__ T get(const T *cells, int i) {
  return cells[i]; // [b]
}

__global__ void mirror(const int *in, int *out) {
  __shared__ int cells[Threads];
  const int t = threadIdx.x;
  put(cells, t, in[t]);
#ifndef RACY
  __syncthreads();
#endif
  out[t] = get(cells, Threads - 1 - t);
}

int main() {
  const int *in = zeroed<int>(Threads);
  int *out = zeroed<int>(Threads);
  mirror<<<1, Threads>>>(in, out);
  return done();
}
