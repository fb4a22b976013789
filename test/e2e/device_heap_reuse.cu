// What malloc gives out anew is another object: earlier accesses of the same
// memory, by whomever, are none of it. A list of boxes that the program keeps
// itself, with RACY, orders nothing.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O2 %s --flag=-DORDERED
// EXPECT: a, a
// EXPECT: b, b
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 3, Rounds = 4;

#ifdef RACY
__device__ int *kept;

__device__ int *take() {
  int *box = reinterpret_cast<int *>(
      atomicExch(reinterpret_cast<unsigned long long *>(&kept), 0ull));
  return box ? box : static_cast<int *>(malloc(8));
}

__device__ void give(int *box) {
  atomicExch(reinterpret_cast<unsigned long long *>(&kept),
             reinterpret_cast<unsigned long long>(box));
}
#else
__device__ int *take() { return static_cast<int *>(malloc(8)); }
__device__ void give(int *box) { free(box); }
#endif

__global__ void recycle(int *out, int *counter) {
  const int t = blockIdx.x * Threads + threadIdx.x;
  for (int round = 0; round < Rounds; ++round) {
    int *box = take();
    if (!box)
      return;
    box[0] = t; // [a]
    reinterpret_cast<char *>(box)[5] = char(t); // [b]
    out[t] = box[0];
    give(box);
  }
}

int main() {
  recycle<<<Blocks, Threads>>>(zeroed<int>(Blocks * Threads), zeroed<int>(1));
  return done();
}
