// Convolution of a row of numbers. Each thread multiplies its number by the weights
// and adds the products to the results around it: by atomics of the block where no
// other block adds, of the device at the borders.
// RUN: %check_twins O2 %s --run-time
// EXPECT NarrowBorder: border atomic, border atomic, narrow-scope
// EXPECT PlainBorder: plainBorder, plainBorder
// EXPECT PlainInterior: plainInterior, plainInterior
// EXPECT NoTileBarrier: fill write, use read, block-barrier
#define FAULTS NarrowBorder, PlainBorder, PlainInterior, NoTileBarrier
#include "../../Inputs/faults.h"

constexpr int Threads = 128, Reach = 2;

__host__ __device__ int weight(int tap) { return 1 + tap * tap; }
__host__ __device__ int number(int i) { return mixed(i) % 10; }

template <Fault F>
__device__ void add(int *result, int value, bool isBorder) {
  if (isBorder) {
    if (F == NarrowBorder)
      atomicAdd_block(result, value); // [border]
    else if (F == PlainBorder)
      *result += value; // [plainBorder]
    else
      atomicAdd(result, value);
  } else if (F == PlainInterior) {
    *result += value; // [plainInterior]
  } else {
    atomicAdd_block(result, value);
  }
}

/// The tile lies the other way round, so that threads use what others filled in.
template <Fault F>
__global__ void convolve(int *results, int count) {
  __shared__ int tile[Threads];
  const int first = blockIdx.x * Threads, mirror = Threads - 1 - threadIdx.x;
  tile[mirror] = number(first + mirror); // [fill]
  if (F != NoTileBarrier)
    __syncthreads();
  const int mine = tile[threadIdx.x]; // [use]
  for (int tap = -Reach; tap <= Reach; ++tap) {
    const int place = threadIdx.x + tap;
    const bool isBorder = place < Reach || place >= Threads - Reach;
    if (first + place >= 0 && first + place < count)
      add<F>(&results[first + place], mine * weight(tap), isBorder);
  }
}

static std::vector<int> convolution(int count) {
  std::vector<int> results(count);
  for (int i = 0; i < count; ++i)
    for (int tap = -Reach; tap <= Reach; ++tap)
      if (i + tap >= 0 && i + tap < count)
        results[i + tap] += number(i) * weight(tap);
  return results;
}

template <Fault F>
int run(int blocks) {
  const int count = blocks * Threads;
  int *results = zeroed<int>(count);
  convolve<F><<<blocks, Threads>>>(results, count);
  return doneWith(onHost(results, count) == convolution(count));
}

int main(int argc, char **argv) { return runArguments(argc, argv, 4); }
