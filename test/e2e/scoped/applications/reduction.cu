// Sum of an array. The last warp of a block to finish adds up what its warps left, for
// which fences and atomics of the block suffice; the last block adds up what the blocks
// left, for which they do not.
// RUN: %check_twins O2 %s --run-time
// EXPECT NoWarpFence: warpSum write, warpSums read, block-barrier
// EXPECT NoBlockFence NoTicketFence: blockSum write, blockSums read, fence
// EXPECT NarrowBlockFence: blockSum write, blockSums read, narrow-fence
// EXPECT NarrowTicket: blockSum write, blockSums read, narrow-scope
// EXPECT NarrowTicket: blockTicket atomic, blockTicket atomic, narrow-scope
#define FAULTS NoWarpFence, NarrowBlockFence, NoBlockFence, NarrowTicket, NoTicketFence
#include "../../Inputs/faults.h"

constexpr int Warps = 4, Threads = Warps * 32;

struct Sums {
  int *warps; ///< [block][warp]
  int *blocks;
  unsigned *warpTickets; ///< [block]
  unsigned *blockTicket;
  int *total;
};

__device__ int sumOfWarp(int value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(~0u, value, distance);
  return value;
}

template <Fault F>
__device__ bool isLastWarp(Sums sums, int sum) {
  sums.warps[blockIdx.x * Warps + threadIdx.x / 32] = sum; // [warpSum]
  if (F != NoWarpFence)
    __threadfence_block();
  const bool isLast = atomicAdd_block(&sums.warpTickets[blockIdx.x], 1) == Warps - 1;
  __threadfence_block();
  return isLast;
}

template <Fault F>
__device__ bool isLastBlock(Sums sums, int sum) {
  sums.blocks[blockIdx.x] = sum; // [blockSum]
  if (F == NarrowBlockFence)
    __threadfence_block();
  else if (F != NoBlockFence)
    __threadfence();
  unsigned *ticket = sums.blockTicket;
  const unsigned mine =
      F == NarrowTicket ? atomicAdd_block(ticket, 1) : atomicAdd(ticket, 1); // [blockTicket]
  if (F != NoTicketFence)
    __threadfence();
  return mine == gridDim.x - 1;
}

template <Fault F>
__global__ void sumUp(const int *numbers, Sums sums) {
  const int sum = sumOfWarp(numbers[blockIdx.x * Threads + threadIdx.x]);
  if (threadIdx.x % 32 != 0 || !isLastWarp<F>(sums, sum))
    return;
  int ofBlock = 0;
  for (int warp = 0; warp < Warps; ++warp)
    ofBlock += sums.warps[blockIdx.x * Warps + warp]; // [warpSums]
  if (!isLastBlock<F>(sums, ofBlock))
    return;
  int ofAll = 0;
  for (int block = 0; block < gridDim.x; ++block)
    ofAll += sums.blocks[block]; // [blockSums]
  *sums.total = ofAll;
}

template <Fault F>
int run(int blocks) {
  std::vector<int> numbers(blocks * Threads);
  int expected = 0;
  for (size_t i = 0; i < numbers.size(); ++i)
    expected += numbers[i] = mixed(i) % 10;
  const Sums sums{zeroed<int>(blocks * Warps), zeroed<int>(blocks), zeroed<unsigned>(blocks),
                  zeroed<unsigned>(1), zeroed<int>(1)};
  sumUp<F><<<blocks, Threads>>>(onDevice(numbers), sums);
  return doneWith(onHost(sums.total, 1)[0] == expected);
}

int main(int argc, char **argv) { return runArguments(argc, argv, 8); }
