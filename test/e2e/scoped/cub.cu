// Algorithms of CUB for a block, whose scratch memory may be used again after a
// barrier only, and for the device, which synchronise blocks on their own.
// RUN: %check_twins O2 %s
// EXPECT: a, a
#include "../Inputs/done.h"
#include <cub/cub.cuh>

constexpr int Threads = 128, Items = 20000;

__global__ void reduceTwice(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, Threads>;
  __shared__ typename Reduce::TempStorage scratch;
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    sum += Reduce(scratch).Sum(in[threadIdx.x]); // [a]
#ifndef RACY
    __syncthreads();
#endif
  }
  if (threadIdx.x == 0)
    *out = sum;
}

__global__ void scanBlock(const int *in, int *out) {
  using Scan = cub::BlockScan<int, Threads>;
  __shared__ typename Scan::TempStorage scratch;
  int before;
  Scan(scratch).ExclusiveSum(in[threadIdx.x], before);
  out[threadIdx.x] = before;
}

template <typename Algorithm>
void withScratch(Algorithm algorithm) {
  size_t bytes = 0;
  algorithm(nullptr, bytes);
  void *scratch = nullptr;
  cudaMalloc(&scratch, bytes);
  algorithm(scratch, bytes);
}

int main() {
  int *in = zeroed<int>(Items), *out = zeroed<int>(Items);
  reduceTwice<<<1, Threads>>>(in, out);
  scanBlock<<<1, Threads>>>(in, out);
  withScratch([&](void *scratch, size_t &bytes) {
    cub::DeviceScan::InclusiveSum(scratch, bytes, in, out, Items);
  });
  withScratch([&](void *scratch, size_t &bytes) {
    cub::DeviceReduce::Sum(scratch, bytes, in, out, Items);
  });
  withScratch([&](void *scratch, size_t &bytes) {
    cub::DeviceRadixSort::SortKeys(scratch, bytes, in, out, Items);
  });
  return done();
}
