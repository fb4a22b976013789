// Threads that wait for threads of other blocks make progress: spin lock,
// volatile flag, libcu++ flag, more waiting blocks than fit at once.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=1 %t | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=2 %t | FileCheck %s
// RUN: env WARPSAN_OPTIONS=fuel=16 %t | FileCheck %s
// CHECK: lock: 200
// CHECK: volatile flag: 42
// CHECK: atomic flag: 43
// CHECK: all blocks: 256
#include <cstdio>
#include <cuda/atomic>

using Flag = cuda::atomic<int, cuda::thread_scope_device>;

__device__ int lock, counter;

__global__ void locked(int rounds) {
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < rounds; ++i) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    const int old = *static_cast<volatile int *>(&counter);
    *static_cast<volatile int *>(&counter) = old + 1;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

__global__ void volatileFlag(volatile int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *data;
  } else {
    *data = 42;
    __threadfence();
    *flag = 1;
  }
}

__global__ void atomicFlag(Flag *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    while (flag->load(cuda::memory_order_acquire) == 0) {
    }
    *out = *data;
  } else {
    *data = 43;
    flag->store(1, cuda::memory_order_release);
  }
}

/// The first block waits for the last one.
__global__ void meet(int *arrived) {
  if (threadIdx.x == 0)
    atomicAdd(arrived, 1);
  while (*static_cast<volatile int *>(arrived) < static_cast<int>(gridDim.x)) {
  }
}

int main() {
  int *memory, count;
  cudaMallocManaged(&memory, 4 * sizeof(int));
  locked<<<2, 32>>>(100);
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  printf("lock: %d\n", count);
  volatileFlag<<<2, 1>>>(memory, memory + 1, memory + 2);
  cudaDeviceSynchronize();
  printf("volatile flag: %d\n", memory[2]);
  memory[0] = 0;
  atomicFlag<<<2, 1>>>(reinterpret_cast<Flag *>(memory), memory + 1, memory + 2);
  cudaDeviceSynchronize();
  printf("atomic flag: %d\n", memory[2]);
  memory[0] = 0;
  meet<<<256, 64>>>(memory);
  cudaDeviceSynchronize();
  printf("all blocks: %d\n", memory[0]);
}
