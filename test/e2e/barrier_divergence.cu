// Lanes of one warp that wait for each other at different block barriers are a
// finding with an exit code of its own, and the kernel goes on, also on a GPU where it
// would hang without checks. Copies of one line, barriers that lanes may reach apart,
// lanes that have left, and warps at different barriers are none.
// RUN: %warpsanxx_target -O1 -g %s -o %t
// RUN: %warpsanxx_target -O0 -g %s -o %t.0
// RUN: %check_run --exit 69 %t diverge | FileCheck %s --check-prefixes=FOUND,SPLIT
// RUN: %check_run --exit 69 %t.0 diverge | FileCheck %s --check-prefixes=FOUND,SPLIT
// RUN: %check_run --exit 69 %t late | FileCheck %s --check-prefixes=FOUND,LATE
// RUN: %check_run --options exitcode=0 %t diverge | FileCheck %s --check-prefixes=FOUND,SPLIT
// RUN: %check_run %t copies | FileCheck %s --check-prefix=SILENT
// RUN: %check_run %t.0 copies | FileCheck %s --check-prefix=SILENT
// RUN: %check_run %t apart | FileCheck %s --check-prefix=SILENT
// RUN: %check_run %t.0 apart | FileCheck %s --check-prefix=SILENT
// RUN: %check_run --exit 69 %t reduce | FileCheck %s --check-prefixes=FOUND,REDUCE
// RUN: %check_run --exit 69 %t.0 reduce | FileCheck %s --check-prefixes=FOUND,REDUCE
// RUN: %check_run %t leave | FileCheck %s --check-prefix=SILENT
// RUN: %check_run %t warps | FileCheck %s --check-prefix=SILENT
// RUN: %check_run %t short | FileCheck %s --check-prefix=SILENT
//
// With a barrier in another file:
// RUN: %warpsanxx_target -O1 -g -fgpu-rdc -DTWO_FILES %s %S/Inputs/relocatable_unit.cu -o %t.two
// RUN: %check_run --exit 69 %t.two elsewhere | FileCheck %s --check-prefixes=FOUND,ELSEWHERE
// RUN: %check_run --exit 69 %t.two diverge | FileCheck %s --check-prefixes=FOUND,SPLIT
// FOUND: WarpSan: barrier divergence in kernel [[KERNEL:.*]](int*): lanes of one warp
// REDUCE-DAG: block (0,0,0){{.*}}barrier_divergence.cu:[[# @LINE + 105]]{{$}}
// REDUCE-DAG: block (0,0,0){{.*}}barrier_divergence.cu:[[# @LINE + 106]]{{$}}
// SPLIT-DAG: block (0,0,0){{.*}}barrier_divergence.cu:[[# @LINE + 26]]{{$}}
// SPLIT-DAG: block (0,0,0){{.*}}barrier_divergence.cu:[[# @LINE + 27]]{{$}}
// LATE-DAG: block (2,0,0){{.*}}barrier_divergence.cu:[[# @LINE + 34]]{{$}}
// LATE-DAG: block (2,0,0){{.*}}barrier_divergence.cu:[[# @LINE + 35]]{{$}}
// ELSEWHERE-DAG: block (0,0,0){{.*}}barrier_divergence.cu:[[# @LINE + 108]]{{$}}
// ELSEWHERE-DAG: block (0,0,0){{.*}}relocatable_unit.cu:18{{$}}
// FOUND-NOT: divergence
// FOUND: WarpSan: verdict={{none|unanalysed}}
// SILENT: DONE
// SILENT-NOT: WarpSan: barrier divergence
// SILENT: WarpSan: verdict=none
#include "Inputs/done.h"
#include "Inputs/relocatable.h"
#include <cstring>

__device__ int lane() { return threadIdx.x % 32; }

__device__ void meet(int *out) {
  ++out[threadIdx.x];
  __syncthreads();
}

/// The second warp only.
__global__ void diverge(int *out) {
  ++out[threadIdx.x];
  if (threadIdx.x < 48)
    __syncthreads();
  else
    __syncthreads();
}

/// Behind barriers that all lanes come to, in one block of several.
__global__ void late(int *out) {
  for (int i = 0; i < 3; ++i)
    meet(out + blockIdx.x * 64);
  if (blockIdx.x == 2 && lane() % 2)
    __syncthreads();
  else
    __syncthreads();
}

__device__ int isAgreed(bool mine) { return __syncthreads_and(mine); }

/// Inlined into both branches, and unrolled.
__global__ void copies(int *out) {
  if (lane() < 16)
    meet(out);
  else
    meet(out);
  if (lane() < 8)
    out[64 + threadIdx.x] = isAgreed(true) + isAgreed(threadIdx.x != 1);
  else
    out[64 + threadIdx.x] = isAgreed(threadIdx.x >= 8) + isAgreed(true);
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    if (lane() % 3 == i)
      out[threadIdx.x] = i;
    __syncthreads();
  }
}

/// Half of each warp is gone before the others come to their barriers.
__global__ void leave(int *out) {
  ++out[threadIdx.x];
  if (lane() < 16)
    return;
  __syncthreads();
  ++out[threadIdx.x];
  __syncthreads();
}

__global__ void warps(int *out) {
  ++out[threadIdx.x];
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
}

/// The second warp has half of its lanes; the first leaves between two barriers.
__global__ void shortWarp(int *out) {
  meet(out);
  if (threadIdx.x < 32)
    return;
  __syncthreads();
  meet(out);
}

/// Lanes may come one by one to barriers without .aligned, wherever these are.
__global__ void apart(int *out) {
  out[threadIdx.x] = threadIdx.x;
  if (lane() < 16)
    __barrier_sync(0);
  else
    __barrier_sync(0);
  const int opposite = out[63 - threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = opposite;
}

__global__ void reduce(int *out) {
  const bool isOdd = threadIdx.x % 2;
  if (lane() < 16)
    out[threadIdx.x] = __syncthreads_count(isOdd);
  else
    out[threadIdx.x] = __syncthreads_or(isOdd);
}

#ifdef TWO_FILES
__global__ void elsewhere(int *out) {
  ++out[threadIdx.x];
  if (lane() < 16)
    __syncthreads();
  else
    barrierElsewhere();
}
#endif

/// What barriers gave those before and behind lane 16.
bool hasResults(const int *out, int first, int low, int high) {
  int values[64];
  cudaMemcpy(values, out + first, sizeof(values), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    if (values[i] != (i % 32 < 16 ? low : high))
      return false;
  return true;
}

int main(int, char **arguments) {
  const char *name = arguments[1];
  int *out = zeroed<int>(256);
  if (!strcmp(name, "diverge"))
    for (int i = 0; i < 2; ++i)
      diverge<<<1, 64>>>(out);
  if (!strcmp(name, "late"))
    late<<<4, 64>>>(out);
  if (!strcmp(name, "copies"))
    copies<<<1, 64>>>(out);
  if (!strcmp(name, "copies") && !hasResults(out, 64, 1, 1))
    return 4;
  if (!strcmp(name, "apart"))
    apart<<<1, 64>>>(out);
  if (!strcmp(name, "reduce"))
    reduce<<<1, 64>>>(out);
  if (!strcmp(name, "reduce") && !hasResults(out, 0, 32, 1))
    return 4;
  if (!strcmp(name, "leave"))
    leave<<<1, 64>>>(out);
  if (!strcmp(name, "warps"))
    warps<<<1, 64>>>(out);
  if (!strcmp(name, "short"))
    shortWarp<<<1, 48>>>(out);
#ifdef TWO_FILES
  if (!strcmp(name, "elsewhere"))
    elsewhere<<<1, 32>>>(out);
#endif
  return done();
}
