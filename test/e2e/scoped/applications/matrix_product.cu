// Product of two matrices. Each block has some rows and a part of the inner
// dimension. Its threads add up under a lock of the block, and the blocks of the same
// rows under a lock of the device.
// RUN: %check_twins O2 %s --run-time
// EXPECT NoInnerTakeFence NoInnerGiveFence: inner, inner, lock
// EXPECT NoInnerLock: inner, inner, block-barrier
// EXPECT NoBarrier: inner write, sum read
// EXPECT NarrowOuterTakeFence NarrowOuterGiveFence NarrowOuterTake NarrowOuterLock: outer, outer, lock-scope
// EXPECT NoOuterGiveFence: outer, outer, lock
// EXPECT NarrowOuterTake NarrowOuterLock: take atomic, take atomic, narrow-scope
// EXPECT NarrowOuterTake NarrowOuterLock: take atomic, give atomic, narrow-scope
// EXPECT NarrowOuterLock: give atomic, give atomic, narrow-scope
#define FAULTS                                                                                     \
  NoInnerTakeFence, NoInnerGiveFence, NoInnerLock, NoBarrier, NarrowOuterTake,                     \
      NarrowOuterTakeFence, NarrowOuterGiveFence, NoOuterGiveFence, NarrowOuterLock
#include "../../Inputs/faults.h"

constexpr int Columns = 4, Warps = 2, Parts = 3;

struct Product {
  const int *left, *right; ///< size * size, size * Columns
  int *blockSums;          ///< Columns for each block
  int *blockLocks;
  int *result; ///< size * Columns
  int *rowLocks;
  int size;
};

template <Fault F>
__device__ void addInBlock(int *lock, int *sum, int value) {
  if (F != NoInnerLock) {
    while (atomicCAS_block(lock, 0, 1) != 0) {
    }
    if (F != NoInnerTakeFence)
      __threadfence_block();
  }
  *sum += value; // [inner]
  if (F != NoInnerLock) {
    if (F != NoInnerGiveFence)
      __threadfence_block();
    atomicExch_block(lock, 0);
  }
}

template <Fault F>
__device__ void takeRow(int *lock) {
  constexpr bool IsNarrow = F == NarrowOuterTake || F == NarrowOuterLock;
  while ((IsNarrow ? atomicCAS_block(lock, 0, 1) : atomicCAS(lock, 0, 1)) != 0) { // [take]
  }
  if (F == NarrowOuterTakeFence || F == NarrowOuterLock)
    __threadfence_block();
  else
    __threadfence();
}

template <Fault F>
__device__ void giveRow(int *lock) {
  if (F == NarrowOuterGiveFence || F == NarrowOuterLock)
    __threadfence_block();
  else if (F != NoOuterGiveFence)
    __threadfence();
  F == NarrowOuterLock ? atomicExch_block(lock, 0) : atomicExch(lock, 0); // [give]
}

/// One row and one part of the inner dimension to a block, one thread to a warp: locks
/// that lanes of one warp contend for are another subject.
template <Fault F>
__global__ void multiply(Product p) {
  const int row = blockIdx.x, block = blockIdx.y * gridDim.x + row, warp = threadIdx.x / 32;
  int *sums = &p.blockSums[block * Columns];
  if (threadIdx.x % 32 == 0)
    for (int column = 0; column < Columns; ++column) {
      int value = 0;
      for (int k = blockIdx.y * Warps + warp; k < p.size; k += Parts * Warps)
        value += p.left[row * p.size + k] * p.right[k * Columns + column];
      addInBlock<F>(&p.blockLocks[block], &sums[column], value);
    }
  if (F != NoBarrier)
    __syncthreads();
  if (threadIdx.x != 0)
    return;
  takeRow<F>(&p.rowLocks[row]);
  for (int column = 0; column < Columns; ++column) {
    const int sum = sums[column];            // [sum]
    p.result[row * Columns + column] += sum; // [outer]
  }
  giveRow<F>(&p.rowLocks[row]);
}

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = mixed(i) % 10;
  return values;
}

static std::vector<int> product(const std::vector<int> &left, const std::vector<int> &right,
                                int size) {
  std::vector<int> result(size * Columns);
  for (int row = 0; row < size; ++row)
    for (int k = 0; k < size; ++k)
      for (int column = 0; column < Columns; ++column)
        result[row * Columns + column] += left[row * size + k] * right[k * Columns + column];
  return result;
}

template <Fault F>
int run(int size) {
  const std::vector<int> left = numbers(size * size), right = numbers(size * Columns);
  const int blocks = size * Parts;
  const Product p{onDevice(left),
                  onDevice(right),
                  zeroed<int>(blocks * Columns),
                  zeroed<int>(blocks),
                  zeroed<int>(size * Columns),
                  zeroed<int>(size),
                  size};
  multiply<F><<<dim3(size, Parts), Warps * 32>>>(p);
  return doneWith(onHost(p.result, size * Columns) == product(left, right, size));
}

int main(int argc, char **argv) { return runArguments(argc, argv, 8); }
