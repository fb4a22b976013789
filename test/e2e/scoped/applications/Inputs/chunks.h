// Work that is handed out in chunks of a block's size. Each block has a part of its own
// and takes from the parts of others when that is used up. It does the first chunk of
// its part and looks at each part at least once, whatever the schedule.
#pragma once
#include "../../../Inputs/faults.h"

constexpr int Threads = 64, Chunks = 3, Part = Threads * Chunks;

template <Fault F>
__device__ int takeChunk(int *taken, bool isOwn) {
  if (isOwn)
    return F == NarrowOwn ? atomicAdd_block(taken, 1) : atomicAdd(taken, 1); // [own]
  return F == NarrowTheft ? atomicAdd_block(taken, 1) : atomicAdd(taken, 1); // [theft]
}

/// `taken`: for each block the chunks of its part that are taken, but for the first.
/// All threads go on or stop together, even if they read different chunks.
template <Fault F, typename Body>
__device__ void forEachItem(int *taken, Body body) {
  __shared__ int chunk;
  if (threadIdx.x == 0)
    chunk = 0;
  __syncthreads();
  body(blockIdx.x * Part + threadIdx.x);
  for (int distance = 0; distance < gridDim.x; ++distance) {
    const int owner = (blockIdx.x + distance) % gridDim.x;
    for (bool isMore = true; isMore;) {
      if (threadIdx.x == 0)
        chunk = 1 + takeChunk<F>(&taken[owner], distance == 0); // [handOut]
      if (F != NoChunkBarrier)
        __syncthreads();
      const int mine = chunk; // [lookUp]
      if (mine < Chunks)
        body(owner * Part + mine * Threads + threadIdx.x);
      isMore = __syncthreads_or(mine < Chunks);
    }
  }
}
