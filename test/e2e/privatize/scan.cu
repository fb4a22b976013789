// The program shapes of the LD paper: scan. Threads add what lies some places to the left, twice
// as far in each round. A round in which only the lanes of a warp wait between load and store
// races with the warp to the right.
// RUN: %check_twins O2 --mode ld --run ld_fallback=fsm:ld_memory=1800 %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/scan-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a read, b write
// CHECK-DAG: {{R|Earlier r}}ead of size 4 {{.*}}by thread ([[#READER:]],0,0) {{.*}}[warp [[#WARP:]], lane
// CHECK-DAG: {{W|Earlier w}}rite of size 4 {{.*}}by thread ([[#READER-32]],0,0) {{.*}}[warp [[#WARP-1]], lane
// CHECK: Memory: shared variable 'scan(int const*, int*)::sums', 512 bytes, {{.*}}(element [[#READER-32]] of size 4)
// CHECK: Seen: 96 times
// CHECK: racing_regions=1 given_up=0
#include "../Inputs/done.h"

constexpr int Threads = 128;

__global__ void scan(const int *numbers, int *out) {
  __shared__ int sums[Threads];
  const int t = threadIdx.x;
  sums[t] = numbers[t];
  __syncthreads();
  for (int distance = 1; distance < Threads; distance *= 2) {
    const int left = t < distance ? 0 : sums[t - distance]; // [a]
#ifdef RACY
    if (distance == 32)
      __syncwarp();
    else
#endif
      __syncthreads();
    sums[t] += left; // [b]
    __syncthreads();
  }
  out[t] = sums[t];
}

int main() {
  int numbers[Threads];
  for (int i = 0; i < Threads; ++i)
    numbers[i] = 2 * i + 1;
  int *onDevice = zeroed<int>(Threads), *results = zeroed<int>(Threads);
  cudaMemcpy(onDevice, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  scan<<<1, Threads>>>(onDevice, results);
  cudaMemcpy(numbers, results, sizeof numbers, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Threads; ++i)
    if (numbers[i] != (i + 1) * (i + 1))
      return 1;
#endif
  return done();
}
