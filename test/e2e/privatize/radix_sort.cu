// The program shapes of the LD paper: radix sort. For each bit, threads scatter their keys to
// their places, and take those that came to theirs.
// RUN: %check_twins O2 --mode ld %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/radix_sort-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a write, b read
// CHECK-DAG: {{R|Earlier r}}ead of size 4 {{.*}}by thread ([[#READER:]],0,0) {{.*}}[warp [[#WARP:]], lane
// CHECK-DAG: {{W|Earlier w}}rite of size 4 {{.*}}[warp [[#1-WARP]], lane
// CHECK: Memory: shared variable '{{.*}}keys', {{.*}}(element [[#READER]] of size 4)
// CHECK: Seen: 80 times
// CHECK: racing_regions=6 given_up=0
#include "../Inputs/done.h"

constexpr int Threads = 64, Bits = 6;

__global__ void sort(unsigned *out) {
  __shared__ unsigned keys[Threads];
  __shared__ unsigned char isZero[Threads];
  const int t = threadIdx.x;
  unsigned key = out[t];
  for (int bit = 0; bit < Bits; ++bit) {
    isZero[t] = !(key >> bit & 1);
    __syncthreads();
    int before = 0, zeros = 0;
    for (int i = 0; i < Threads; ++i) {
      zeros += isZero[i];
      before += i < t && isZero[i] == isZero[t];
    }
    const int place = isZero[t] ? before : zeros + before;
    keys[place] = key; // [a]
#ifdef RACY
    __syncwarp();
#else
    __syncthreads();
#endif
    key = keys[t]; // [b]
    __syncthreads();
  }
  out[t] = key;
}

int main() {
  unsigned keys[Threads];
  for (int i = 0; i < Threads; ++i)
    keys[i] = i * 37 % Threads;
  unsigned *onDevice = zeroed<unsigned>(Threads);
  cudaMemcpy(onDevice, keys, sizeof keys, cudaMemcpyHostToDevice);
  sort<<<1, Threads>>>(onDevice);
  cudaMemcpy(keys, onDevice, sizeof keys, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Threads; ++i)
    if (keys[i] != unsigned(i))
      return 1;
#endif
  return done();
}
