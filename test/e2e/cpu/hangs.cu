// Threads that wait for each other, and barriers that CUDA leaves undefined: a
// finding with an exit code of its own; what was not reached counts as such.
// RUN: %warpsanxx_cpu -O1 -g %s -o %t
// RUN: %check_run --exit 69 %t never | FileCheck %s --check-prefix=NEVER
// RUN: %check_run --exit 69 %t diverge | FileCheck %s --check-prefix=DIVERGE
// RUN: %check_run %t warps | FileCheck %s --check-prefix=WARPS
// RUN: %check_run %t leave | FileCheck %s --check-prefix=LEAVE
// RUN: %check_run --options exitcode=0 %t diverge | FileCheck %s --check-prefix=DIVERGE
// RUN: rm -f %t.log.* && %check_run --exit 69 --options log_path=%t.log %t never | FileCheck %s --check-prefix=QUIET
// RUN: cat %t.log.* | FileCheck %s --check-prefix=LOG
// NEVER: done: 702
// NEVER: WarpSan: deadlock in kernel never(int*): 32 threads have not ended
// NEVER-NEXT: block (0,0,0): 31 threads (0..30): warp barrier of mask 0xffffffff, {{.*}}hangs.cu:[[# @LINE + 27]]
// NEVER-NEXT: block (0,0,0): 1 thread (31): block barrier 0, {{.*}}hangs.cu:[[# @LINE + 28]]
// NEVER: WarpSan: verdict=unanalysed
// NEVER: WarpSan: not_analysed reason=UnfinishedKernel {{.*}}kernels=1
// DIVERGE: done: 0
// DIVERGE: WarpSan: barrier divergence in kernel diverge(int*): lanes of one warp
// DIVERGE-NEXT: block (0,0,0): 16 threads (32..47): block barrier 0, {{.*}}hangs.cu:[[# @LINE + 30]]
// DIVERGE-NEXT: block (0,0,0): 16 threads (48..63): block barrier 0, {{.*}}hangs.cu:[[# @LINE + 31]]
// DIVERGE-NOT: divergence
// DIVERGE: WarpSan: verdict=none
// WARPS: done: 0
// WARPS-NOT: divergence
// WARPS: WarpSan: verdict=none
// LEAVE: done: 0
// LEAVE: WarpSan: note: barrier divergence in kernel leave(int*): 56 of 64 threads of a block have ended
// LEAVE-NEXT: block (0,0,0): 8 threads (0..7): block barrier 0, {{.*}}hangs.cu:[[# @LINE + 39]]
// LEAVE: WarpSan: verdict=none
// QUIET-NOT: deadlock
// QUIET: done: 702
// LOG: deadlock in kernel never(int*)
// LOG: WarpSan: verdict=unanalysed
#include <cstdio>
#include <cstring>

__global__ void never(int *out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x < 31)
    __syncwarp();
  else
    __syncthreads();
}

/// Only the second warp is split; the launch ends as on a GPU.
__global__ void diverge(int *out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x < 48)
    __syncthreads();
  else
    __syncthreads();
}

/// Whole warps may meet at different lines.
__global__ void warps(int *out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
}

/// A bound that comes before the barrier.
__global__ void leave(int *out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x < 8)
    __syncthreads();
}

int main(int, char **arguments) {
  int *memory;
  cudaMalloc(&memory, 64 * sizeof(int));
  if (!strcmp(arguments[1], "never"))
    never<<<1, 32>>>(memory);
  if (!strcmp(arguments[1], "diverge"))
    for (int i = 0; i < 2; ++i)
      diverge<<<1, 64>>>(memory);
  if (!strcmp(arguments[1], "warps"))
    warps<<<1, 64>>>(memory);
  if (!strcmp(arguments[1], "leave"))
    leave<<<1, 64>>>(memory);
  printf("done: %d\n", cudaDeviceSynchronize());
}
