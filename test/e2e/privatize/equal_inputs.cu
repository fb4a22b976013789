// Whether mode ld finds a race depends on the numbers that a program is given: over zeros, a tile
// that is overwritten too early holds what it held before, and so does an input that takes a
// result. Mode fsm finds both races with any numbers.
// RUN: %warpsanxx_target -O1 -g -mllvm -warpsan-mode=ld %s -o %t
// RUN: %warpsanxx_target -O1 -g %s -o %t.fsm
// RUN: %check_run %t tiles zeros 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %check_run %t results zeros 2>&1 | FileCheck %s --check-prefix=MISSED
// MISSED: verdict=none races=0 {{.*}} not_analysed=0 {{.*}}racing_grids=0 grids_given_up=0 {{.*}}racing_regions=0 given_up=0
// RUN: %check_run --exit 66 %t tiles numbers 2>&1 | FileCheck %s --check-prefixes=TILES,VALUES
// RUN: %check_run --exit 66 %t results numbers 2>&1 | FileCheck %s --check-prefixes=RESULTS,VALUES
// RUN: %check_run --exit 66 %t.fsm tiles zeros 2>&1 | FileCheck %s --check-prefixes=TILES,ONE
// RUN: %check_run --exit 66 %t.fsm results zeros 2>&1 | FileCheck %s --check-prefixes=RESULTS,ONE
// TILES-DAG: {{R|Earlier r}}ead of size 4 {{.*}}[warp [[#READER:]], lane
// TILES-DAG: {{W|Earlier w}}rite of size 4 {{.*}}[warp [[#1-READER]], lane
// TILES: Memory: shared variable '{{.*}}tile',
// RESULTS-DAG: {{R|Earlier r}}ead of size 4 {{.*}}by thread ([[#BLOCK:]],0,0) of block (0,0,0)
// RESULTS-DAG: {{W|Earlier w}}rite of size 4 {{.*}}by thread (0,0,0) of block ([[#BLOCK]],0,0)
// RESULTS: Memory: {{.*}}(element [[#BLOCK]] of size 4)
// VALUES: Detector: ld
// VALUES: verdict=races races=1
// ONE: verdict=races races=1
#include "../Inputs/done.h"
#include <cstring>

constexpr int Threads = 64, Blocks = 4, All = Threads * Blocks;

__global__ void tiles(const int *data, int *out) {
  __shared__ int tile[Threads];
  int sum = 0;
  for (int first = 0; first < All; first += Threads) {
    tile[threadIdx.x] = data[first + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < Threads; ++i)
      sum += tile[i];
  }
  out[blockIdx.x * Threads + threadIdx.x] = sum;
}

__global__ void results(int *data) {
  __shared__ int numbers[Threads];
  numbers[threadIdx.x] = data[blockIdx.x * Threads + threadIdx.x];
  __syncthreads();
  if (threadIdx.x != 0)
    return;
  int sum = 0;
  for (int number : numbers)
    sum += number;
  data[blockIdx.x] = sum;
}

int main(int, char **arguments) {
  static int numbers[All];
  if (std::strcmp(arguments[2], "numbers") == 0)
    for (int i = 0; i < All; ++i)
      numbers[i] = i + 1;
  int *data = zeroed<int>(All), *out = zeroed<int>(All);
  cudaMemcpy(data, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  if (std::strcmp(arguments[1], "tiles") == 0)
    tiles<<<Blocks, Threads>>>(data, out);
  else
    results<<<Blocks, Threads>>>(data);
  return done();
}
