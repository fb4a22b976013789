// Device code of two files, linked with -fgpu-rdc: functions, variables,
// barriers and shared memory of the other file, and a pointer to its function.
// RUN: %check_twins O0 --flag=-fgpu-rdc %s %S/Inputs/relocatable_unit.cu
// RUN: %check_twins O2 --flag=-fgpu-rdc %s %S/Inputs/relocatable_unit.cu
// RUN: %check_twins O3 --flag=-fgpu-rdc %s %S/Inputs/relocatable_unit.cu
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT: e write, f read
// EXPECT: g write, h read
#include "Inputs/done.h"
#include "Inputs/relocatable.h"

__global__ void crossed(int *cells, int *out) {
  __shared__ int mine[64];
  const int t = threadIdx.x;
  mine[t] = t;
  cells[t] = twice(t); // [a]
#ifndef RACY
  barrierElsewhere();
#endif
  out[t] = readElsewhere(cells, 63 - t) + mine[t];
}

__global__ void throughVariable(int *out) {
  const int t = threadIdx.x;
  board[t] = twice(t); // [c]
#ifndef RACY
  __syncthreads();
#endif
  out[t] = readBoard(63 - t);
}

__global__ void throughShared(int *out) {
  __shared__ int mine[64];
  const int t = threadIdx.x;
  mine[t] = 5;
  out[t] = reverseElsewhere(mine[t]) + mine[t];
}

// The address of a function of the other file.
__device__ Reader readers[] = {readBoardAgain};

__global__ void throughPointer(int *out) {
  const int t = threadIdx.x;
  board[t] = 2 * t; // [g]
#ifndef RACY
  __syncthreads();
#endif
  out[t] = readers[0](63 - t);
}

int main() {
  int *out = zeroed<int>(64);
  crossed<<<1, 64>>>(zeroed<int>(64), out);
  throughVariable<<<1, 64>>>(out);
  throughShared<<<1, 64>>>(out);
  launchElsewhere(out);
  throughPointer<<<1, 64>>>(out);
  int result[64], stored[64];
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDefault);
  cudaMemcpyFromSymbol(stored, board, sizeof stored);
#ifndef RACY
  if (result[1] != 124 || stored[1] != 2)
    return 4;
#endif
  return done();
}
