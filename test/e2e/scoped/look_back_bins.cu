// The look-back of a radix sort: each thread follows one word per tile, written and
// polled as volatile. Nothing else depends on it, so that however much of the order
// is lost (a log of 1 MiB holds 12,000 events), nothing is left to decide.
// RUN: %check_twins O2 %s
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --options order_log_mb=1 %t | FileCheck %s
// CHECK: DONE
// CHECK: WarpSan: verdict=none races=0 kernels=1/1
// EXPECT: a write, b read
#include "../Inputs/done.h"

constexpr unsigned Tiles = 64, Bins = 256, Aggregate = 1u << 30, Prefix = 2u << 30;

__device__ volatile unsigned words[Tiles][Bins];

__device__ void publish(unsigned tile, unsigned bin, unsigned word) {
#ifdef RACY
  const_cast<unsigned &>(words[tile][bin]) = word; // [a]
#else
  words[tile][bin] = word;
#endif
}

__device__ unsigned waitFor(unsigned tile, unsigned bin) {
  unsigned word = 0;
  while (word == 0)
    word = words[tile][bin]; // [b]
  return word;
}

__device__ unsigned lookBack(unsigned tile, unsigned bin) {
  unsigned sum = 0;
  while (tile-- != 0) {
    const unsigned word = waitFor(tile, bin);
    __threadfence_block();
    sum += word & ~(Aggregate | Prefix);
    if (word & Prefix)
      break;
  }
  return sum;
}

__global__ void scanBins(unsigned *out) {
  const unsigned tile = blockIdx.x, bin = threadIdx.x;
  publish(tile, bin, Aggregate | tile);
  const unsigned before = lookBack(tile, bin);
  publish(tile, bin, Prefix | (before + tile));
  out[tile * Bins + bin] = before;
}

int main() {
  scanBins<<<Tiles, Bins>>>(zeroed<unsigned>(Tiles * Bins));
  return done();
}
