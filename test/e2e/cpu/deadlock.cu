// Threads that wait for each other are named, and the launch fails.
// RUN: %clang_cpu -O2 -g %s -o %t
// RUN: %t barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=3 %t barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: env WARPSAN_OPTIONS=max_steps=10000 %t spin 2>&1 | FileCheck %s --check-prefix=SPIN
// BARRIER: WarpSan: deadlock in kernel diverge(): 32 threads have not ended
// BARRIER: block (1,0,0): 10 threads (0..9): block barrier 0, {{.*}}deadlock.cu:[[#]]
// BARRIER: block (1,0,0): 22 threads (10..31): warp barrier of mask 0xffffffff, {{.*}}deadlock.cu:[[#]]
// BARRIER: 702 the launch timed out and was terminated
// BARRIER: next: 702
// SPIN: WarpSan: step limit reached in kernel spin(int*): 8 threads have not ended
// SPIN: block (0,0,0): 8 threads (0..7): running, {{.*}}deadlock.cu:[[#]]
// SPIN: 702
#include <cstdio>
#include <cstring>

__global__ void diverge() {
  if (blockIdx.x == 0)
    return;
  if (threadIdx.x < 10)
    __syncthreads();
  else
    __syncwarp();
}

__global__ void spin(int *never) {
  while (atomicAdd(never, 1) >= 0) {
  }
}

int main(int, char **arguments) {
  int *memory;
  cudaMalloc(&memory, sizeof(int));
  if (!strcmp(arguments[1], "barrier"))
    diverge<<<2, 32>>>();
  else
    spin<<<1, 8>>>(memory);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%d %s\n", error, cudaGetErrorString(error));
  diverge<<<1, 32>>>();
  printf("next: %d\n", cudaGetLastError());
}
