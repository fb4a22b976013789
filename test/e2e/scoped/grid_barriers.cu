// Barriers of the whole grid, made of atomics: a counter, a counter that turns a
// sense, and a tree of blocks.
// RUN: %check_twins O0 %s --faults=NO_FENCE,BLOCK_FENCE,NO_BLOCK_BARRIER
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE,NO_BLOCK_BARRIER
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE,NO_BLOCK_BARRIER --flag=-DBARRIER=senseBarrier
// RUN: %check_twins O2 %s --faults=NO_BLOCK_BARRIER --flag=-DBARRIER=senseBarrier --flag=-DPLAIN_RESET
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE,NO_BLOCK_BARRIER --flag=-DBARRIER=treeBarrier --argument=132
// EXPECT: a write, b read
// EXPECT: b read, c write
#include "../Inputs/done.h"
#include <cstdlib>

#ifndef BARRIER
#define BARRIER counterBarrier
#endif

constexpr int Threads = 64;

__device__ void fence() {
#ifdef BLOCK_FENCE
  __threadfence_block();
#elif !defined(NO_FENCE)
  __threadfence();
#endif
}

/// Counts on and on; `round` from 1.
__device__ void counterBarrier(int *words, int round) {
  atomicAdd(words, 1);
  while (atomicAdd(words, 0) < round * int(gridDim.x)) {
  }
}

/// A plain store will do: who makes it has seen all that came before.
__device__ void reset(int *counter) {
#ifdef PLAIN_RESET
  *counter = 0;
#else
  atomicExch(counter, 0);
#endif
}

/// The last one in starts the counter anew and turns the sense.
__device__ void senseBarrier(int *words, int round) {
  if (atomicAdd(&words[0], 1) == gridDim.x - 1) {
    reset(&words[0]);
    fence();
    atomicExch(&words[1], round);
  } else {
    while (atomicAdd(&words[1], 0) != round) {
    }
  }
}

/// Blocks 2b+1 and 2b+2 report to block b; the first block lets all go.
__device__ void treeBarrier(int *words, int round) {
  const int block = blockIdx.x;
  int children = 0;
  for (int child = 2 * block + 1; child <= 2 * block + 2; ++child)
    children += child < gridDim.x;
  while (atomicAdd(&words[1 + block], 0) < round * children) {
  }
  fence();
  if (block == 0) {
    atomicExch(&words[0], round);
    return;
  }
  atomicAdd(&words[1 + (block - 1) / 2], 1);
  while (atomicAdd(&words[0], 0) != round) {
  }
}

__device__ void waitForGrid(int *words, int round) {
#ifndef NO_BLOCK_BARRIER
  __syncthreads();
#endif
  if (threadIdx.x == 0) {
    fence();
    BARRIER(words, round);
    fence();
  }
  __syncthreads();
}

__global__ void reverse(int *data, int *words, int *out) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  data[i] = i; // [a]
  waitForGrid(words, 1);
  out[i] = data[gridDim.x * Threads - 1 - i]; // [b]
  waitForGrid(words, 2);
  data[i] = 0; // [c]
}

/// The number of blocks, which have to fit on the device at once.
int main(int argc, char **argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 9, threads = blocks * Threads;
  reverse<<<blocks, Threads>>>(zeroed<int>(threads), zeroed<int>(1 + blocks), zeroed<int>(threads));
  return done();
}
