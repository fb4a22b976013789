// Memory of every function that allocates is known: the race is found in it and
// named by the function, and used memory that comes back has no history.
// RUN: %warpsanxx_target -O1 -g %s -o %t.racy -DRACY
// RUN: %check_run --exit 66 %t.racy | FileCheck %s --check-prefix RACY
// RUN: %warpsanxx_target -O1 -g %s -o %t.clean
// RUN: %check_run %t.clean | FileCheck %s --check-prefix CLEAN
// RACY: DONE
// RACY-DAG: Memory: allocation by cudaMalloc (
// RACY-DAG: Memory: allocation by cudaMallocAsync (
// RACY-DAG: Memory: allocation by cudaMallocFromPoolAsync (
// RACY-DAG: Memory: allocation by cudaMallocPitch (
// RACY-DAG: Memory: allocation by cudaMalloc3D (
// RACY-DAG: Memory: allocation by cudaMallocManaged (
// RACY-DAG: Memory: allocation by cudaMallocHost (
// RACY-DAG: Memory: allocation by cudaHostAlloc (
// RACY-DAG: Memory: allocation by cudaHostRegister (
// RACY-DAG: Memory: global variable 'table', 512 bytes
// RACY: WarpSan: verdict=races races=10 {{.*}} not_analysed=0
// CLEAN: DONE
// CLEAN: WarpSan: verdict=none races=0 {{.*}} not_analysed=0
#include "Inputs/done.h"
#include <cstdlib>

constexpr int Count = 64;

__device__ int table[2 * Count];

#ifdef RACY
#define SYNC
#else
#define SYNC __syncthreads()
#endif

// A line for each, since races of one pair of lines merge.
#define KERNEL(name)                                                                               \
  __global__ void name(int *memory) {                                                              \
    memory[threadIdx.x] = threadIdx.x;                                                             \
    SYNC;                                                                                          \
    memory[Count + threadIdx.x] = memory[Count - 1 - threadIdx.x];                                 \
  }

KERNEL(useMalloc)
KERNEL(useAsync)
KERNEL(usePool)
KERNEL(usePitch)
KERNEL(useVolume)
KERNEL(useManaged)
KERNEL(useMallocHost)
KERNEL(useHostAlloc)
KERNEL(useRegistered)
KERNEL(useVariable)

void run(void (*kernel)(int *), void *memory) { kernel<<<1, Count>>>(static_cast<int *>(memory)); }

// In the order of streams: the next kernel gets the same memory.
void runAsync(cudaMemPool_t pool) {
  for (int i = 0; i < 3; ++i) {
    void *memory;
    cudaMallocAsync(&memory, 2 * Count * sizeof(int), nullptr);
    run(useAsync, memory);
    cudaFreeAsync(memory, nullptr);
    cudaMallocFromPoolAsync(&memory, 2 * Count * sizeof(int), pool, nullptr);
    run(usePool, memory);
    cudaFreeAsync(memory, nullptr);
    cudaStreamSynchronize(nullptr);
  }
}

int main() {
  constexpr size_t Bytes = 2 * Count * sizeof(int);
  void *memory, *address;
  size_t pitch;
  cudaMemPool_t pool;
  cudaMalloc(&memory, Bytes);
  run(useMalloc, memory);
  cudaDeviceGetDefaultMemPool(&pool, 0);
  runAsync(pool);
  cudaMallocPitch(&memory, &pitch, 100, Bytes / 100 + 1);
  run(usePitch, memory);
  cudaPitchedPtr volume;
  cudaMalloc3D(&volume, {100, 2, 2});
  run(useVolume, volume.ptr);
  cudaMallocManaged(&memory, Bytes);
  run(useManaged, memory);
  cudaMallocHost(&memory, Bytes);
  cudaHostGetDevicePointer(&address, memory, 0);
  run(useMallocHost, address);
  cudaHostAlloc(&memory, Bytes, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&address, memory, 0);
  run(useHostAlloc, address);
  void *own = std::aligned_alloc(4096, 4096);
  cudaHostRegister(own, 4096, cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&address, own, 0);
  run(useRegistered, address);
  cudaGetSymbolAddress(&memory, table);
  run(useVariable, memory);
  const int code = done();
  cudaHostUnregister(own);
  std::free(own);
  return code;
}
