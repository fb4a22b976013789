// The program shapes of the LD paper: histogram of 64 bins. Each thread counts in bytes of its
// own, words of four threads; then a thread adds up each bin.
// RUN: %check_twins O2 --mode ld %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/histogram64-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a write, b read
// CHECK-DAG: {{R|Earlier r}}ead of size 1 {{.*}}by thread ([[#READER:]],0,0) {{.*}}[warp [[#WARP:]], lane
// CHECK-DAG: {{W|Earlier w}}rite of size 1 {{.*}}by thread ([[#WRITER:]],0,0) {{.*}}[warp [[#1-WARP]], lane
// CHECK: Memory: shared variable '{{.*}}::counts', 4096 bytes, byte [[#add(mul(64,READER),WRITER)]]{{$}}
// CHECK: racing_regions=1 given_up=0
#include "../Inputs/done.h"

constexpr int Bins = 64, Threads = 64, Each = 20;

__global__ void histogram(const unsigned char *data, int *bins) {
  __shared__ unsigned char counts[Bins * Threads];
  const int t = threadIdx.x;
  for (int bin = 0; bin < Bins; ++bin)
    counts[bin * Threads + t] = 0;
  __syncthreads();
  for (int i = 0; i < Each; ++i)
    counts[data[i * Threads + t] % Bins * Threads + t] += 1; // [a]
#ifdef RACY
  __syncwarp();
#else
  __syncthreads();
#endif
  int sum = 0;
  for (int other = 0; other < Threads; ++other)
    sum += counts[t * Threads + other]; // [b]
  bins[t] = sum;
}

int main() {
  unsigned char data[Each * Threads];
  int bins[Bins], expected[Bins] = {};
  for (int i = 0; i < Each * Threads; ++i)
    ++expected[(data[i] = (unsigned char)(i * 7 + i / 13)) % Bins];
  auto *onDevice = zeroed<unsigned char>(Each * Threads);
  int *results = zeroed<int>(Bins);
  cudaMemcpy(onDevice, data, sizeof data, cudaMemcpyHostToDevice);
  histogram<<<1, Threads>>>(onDevice, results);
  cudaMemcpy(bins, results, sizeof bins, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int bin = 0; bin < Bins; ++bin)
    if (bins[bin] != expected[bin])
      return 1;
#endif
  return done();
}
