// A grid as large as the occupancy query allows is all on the device, with
// checks too: its blocks can wait for each other, in a cooperative launch or
// by a barrier of their own.
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
// EXPECT: c write, d read
#include "Inputs/done.h"
#include "Inputs/grid_barrier.h"
#include <cooperative_groups.h>

// Some show it. With all of them the CPU target takes minutes for a grid that fills a
// large device, most of it for blocks that spin.
static __device__ bool takesPart() { return threadIdx.x % 16 == 15; }

// Neighbouring blocks exchange a value across a barrier of the grid.
__global__ void cooperative(int *memory) {
  if (takesPart())
    memory[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; // [a]
#ifndef RACY
  cooperative_groups::this_grid().sync();
#endif
  const int next = (blockIdx.x + 1) % gridDim.x;
  if (takesPart() && memory[next * blockDim.x + threadIdx.x] < 0) // [b]
    __trap();
}

__global__ void persistent(int *memory) {
  if (takesPart())
    memory[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; // [c]
  waitForAllBlocks();
#ifndef RACY
  __syncthreads();
#endif
  const int next = (blockIdx.x + 1) % gridDim.x;
  if (takesPart() && memory[next * blockDim.x + threadIdx.x] < 0) // [d]
    __trap();
}

// Blocks that fit on the device at once.
static int fullGrid(const void *kernel, int threads) {
  int device = 0, multiprocessors = 0, blocks = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0);
  return blocks * multiprocessors;
}

int main() {
  int threads = 0, least = 0;
  if (cudaOccupancyMaxPotentialBlockSize(&least, &threads, persistent))
    return 1;
  threads = threads < 256 ? threads : 256;
  const auto *first = reinterpret_cast<const void *>(cooperative);
  const auto *second = reinterpret_cast<const void *>(persistent);
  int blocks = fullGrid(first, threads);
  int *memory = zeroed<int>(blocks * threads);
  void *arguments[] = {&memory};
  if (cudaLaunchCooperativeKernel(first, dim3(blocks), dim3(threads), arguments, 0, nullptr))
    return 1;
  blocks = fullGrid(second, threads);
  persistent<<<blocks, threads>>>(zeroed<int>(blocks * threads));
  return done();
}
