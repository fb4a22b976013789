// Kernels that cannot go on: sticky errors with the codes of a GPU, and where.
// RUN: %clang_cpu -O2 -g %s -o %t
// RUN: %t assert 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: %t trap 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: %t null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: %t recursion 2>&1 | FileCheck %s --check-prefix=RECURSION
// RUN: %t exit 2>&1 | FileCheck %s --check-prefix=EXIT
// RUN: %clang_cpu -O0 -g %s -o %t.0
// RUN: %t.0 assert 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: %t.0 null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: %t.0 recursion 2>&1 | FileCheck %s --check-prefix=RECURSION
// ASSERT: faults.cu:[[#]]: void assertion(int): block: [1,0,0], thread: [0,0,0] Assertion `n < 3 && "small"` failed.
// ASSERT: 710 device-side assert triggered
// ASSERT: later: 710
// ASSERT: after reset: 0
// TRAP: WarpSan: trap in kernel trap(), block (0,0,0), thread (5,0,0), last synchronized at {{.*}}faults.cu:[[#]]
// TRAP: 719 unspecified launch failure
// NULL: WarpSan: illegal address (nil) in kernel null(int*), block (0,0,0), thread (0,1,0)
// NULL: 700 an illegal memory access was encountered
// RECURSION: WarpSan: stack overflow in kernel recursion
// RECURSION: 719
// EXIT: 0 no error
// EXIT: later: 0
#include <cassert>
#include <cstdio>
#include <cstring>

__global__ void assertion(int n) {
  if (blockIdx.x == 1)
    assert(n < 3 && "small");
}

__global__ void trap() {
  if (threadIdx.x == 5)
    __trap();
}

__global__ void null(int *nowhere) {
  if (threadIdx.y == 1)
    *nowhere = 1;
}

__device__ __noinline__ int deep(int *memory, int n) {
  memory[n % 2] = n;
  return n == 0 ? 0 : deep(memory, n + 1) + memory[n % 2];
}
__global__ void recursion(int *memory) { memory[2] = deep(memory, 1); }

/// The other threads go on.
__global__ void leave(int *left) {
  if (threadIdx.x % 2)
    asm volatile("exit;");
  __syncthreads();
  atomicAdd(left, 1);
  if (threadIdx.x == 0)
    assert(*left >= 1 && __syncthreads_count(1) == 16);
  else
    __syncthreads_count(1);
}

__global__ void nothing() {}

static void launch(const char *what, int *memory) {
  if (!strcmp(what, "assert"))
    assertion<<<2, 4>>>(5);
  if (!strcmp(what, "trap"))
    trap<<<1, 32>>>();
  if (!strcmp(what, "null"))
    null<<<1, dim3(1, 2)>>>(nullptr);
  if (!strcmp(what, "recursion"))
    recursion<<<1, 1>>>(memory);
  if (!strcmp(what, "exit"))
    leave<<<1, 32>>>(memory);
}

int main(int, char **arguments) {
  int *memory;
  cudaMalloc(&memory, 64);
  launch(arguments[1], memory);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%d %s\n", error, cudaGetErrorString(error));
  nothing<<<1, 1>>>();
  printf("later: %d\n", cudaGetLastError());
  cudaDeviceReset();
  nothing<<<1, 1>>>();
  printf("after reset: %d\n", cudaDeviceSynchronize());
}
