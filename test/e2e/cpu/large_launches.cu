// Numbers at the end of what a cell has bits for: threads, blocks, generations
// of shared memory, clocks, epochs. The race is where they are largest, or
// there is none; what does not fit is counted. docs/testing.md has the command
// for the full sizes.
// Usage: large_launches CASE SIZE [racy]
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run %t threads 2097152 | FileCheck %s --check-prefix=CLEAN
// RUN: %check_run --exit 66 %t threads 2097152 racy | FileCheck %s --check-prefix=THREADS
// RUN: %check_run %t blocks 16384 | FileCheck %s --check-prefix=CLEAN
// RUN: %check_run --exit 66 %t blocks 16384 racy | FileCheck %s --check-prefix=BLOCKS
// RUN: %check_run %t barriers 70000 | FileCheck %s --check-prefix=CLEAN
// RUN: %check_run --exit 66 %t barriers 70000 racy | FileCheck %s --check-prefix=BARRIERS
// RUN: %check_run --exit 68 %t clocks 140000 | FileCheck %s --check-prefix=CLOCKS
// RUN: %check_run --exit 68 %t clocks 140000 racy | FileCheck %s --check-prefix=CLOCKS
// RUN: %check_run %t clocks 40000 | FileCheck %s --check-prefix=CLEAN
// RUN: %check_run --exit 66 %t clocks 40000 racy | FileCheck %s --check-prefix=BARRIERS
// RUN: %check_run %t launches 100000 | FileCheck %s --check-prefix=CLEAN
// RUN: %check_run --exit 66 %t launches 100000 racy | FileCheck %s --check-prefix=LAUNCHES
// RUN: %check_run %t syncs 30000 | FileCheck %s --check-prefix=CLEAN
// RUN: %check_run --exit 68 %t syncs 100000 | FileCheck %s --check-prefix=CLOCKS
// CLEAN: done
// CLEAN: WarpSan: verdict=none races=0 {{.*}} not_analysed=0 suppressed=0 lost=0
// THREADS: Write of size 4 at {{.*}} by thread (1023,0,0) of block (2047,0,0)
// THREADS: Earlier write of size 4 by thread (0,0,0) of block (0,0,0)
// THREADS: WarpSan: verdict=races races=1 {{.*}} not_analysed=0 suppressed=0 lost=0
// BLOCKS: Read of size 4 at shared memory {{.*}} by thread (1,0,0) of block (16383,0,0)
// BLOCKS: Earlier write of size 4 by thread (0,0,0) of block (16383,0,0)
// BLOCKS: WarpSan: verdict=races races=1 {{.*}} not_analysed=0 suppressed=0 lost=0
// BARRIERS: data race (missing warp barrier)
// BARRIERS: WarpSan: verdict=races races=1 {{.*}} not_analysed=0 suppressed=0 lost=0
// CLOCKS-NOT: data race
// CLOCKS: WarpSan: verdict=unanalysed races=0
// CLOCKS: WarpSan: not_analysed reason=ClockExhausted
// LAUNCHES: Kernel: sumOfTwo(int*, bool), launch 100001
// LAUNCHES: WarpSan: verdict=races races=1 {{.*}} not_analysed=0 suppressed=0 lost=0
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// Races with the first thread of the grid.
__global__ void lastThread(int *data, bool racy) {
  const unsigned last = gridDim.x * blockDim.x - 1;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((i == 0 && racy) || i == last)
    data[0] = 1;
}

__global__ void lastBlock(int *data, bool racy) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = 1;
  if (!racy || blockIdx.x != gridDim.x - 1)
    __syncthreads();
  if (threadIdx.x == 1)
    data[blockIdx.x] = first;
}

/// Only the last block goes on: in a wide grid its clock has few bits.
__global__ void manyBarriers(int *data, int rounds, bool racy) {
  if (blockIdx.x != gridDim.x - 1)
    return;
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x == i % blockDim.x)
      data[0] = i;
    if (i < rounds - 1 || !racy)
      __syncthreads();
  }
  if (threadIdx.x == rounds % blockDim.x)
    data[0] = 0;
}

__global__ void step(int *data) { data[threadIdx.x] += 1; }

__global__ void sumOfTwo(int *data, bool racy) {
  data[threadIdx.x] = 1;
  if (!racy)
    __syncthreads();
  data[64 + threadIdx.x] = data[threadIdx.x ^ 32];
}

__global__ void gridSteps(int *data, int rounds) {
  const auto grid = cooperative_groups::this_grid();
  const int threads = gridDim.x * blockDim.x;
  for (int i = 0; i < rounds; ++i) {
    data[(blockIdx.x * blockDim.x + threadIdx.x + i) % threads] = i;
    grid.sync();
  }
}

static void launchAndAgain(int *data, int launches, bool racy) {
  for (int i = 0; i < launches; ++i)
    step<<<1, 64>>>(data);
  sumOfTwo<<<1, 64>>>(data, racy);
}

static void launchCooperative(int *data, int rounds) {
  void *arguments[] = {&data, &rounds};
  cudaLaunchCooperativeKernel(reinterpret_cast<void *>(gridSteps), dim3(2), dim3(32), arguments, 0,
                              nullptr);
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 1;
  const int size = std::atoi(argv[2]);
  const bool racy = argc > 3;
  int *data;
  cudaMalloc(&data, (1 << 20) * sizeof *data);
  const auto is = [&](const char *name) { return !std::strcmp(argv[1], name); };
  if (is("threads"))
    lastThread<<<size / 1024, 1024>>>(data, racy);
  else if (is("blocks"))
    lastBlock<<<size, 32>>>(data, racy);
  else if (is("barriers"))
    manyBarriers<<<1, 64>>>(data, size, racy);
  else if (is("clocks")) // 25 bits of threads leave the clock 17
    manyBarriers<<<1 << 20, 2>>>(data, size, racy);
  else if (is("launches"))
    launchAndAgain(data, size, racy);
  else if (is("syncs"))
    launchCooperative(data, size);
  std::printf("done: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
