// What malloc gives out anew is another object: earlier accesses of the same
// memory, by whomever, are none of it. With RACY all threads have the same box.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a, a
// EXPECT: b, b
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 3, Rounds = 4;

#ifdef RACY
__device__ unsigned long long shared;

__device__ int *take() {
  const auto mine = reinterpret_cast<unsigned long long>(malloc(8));
  const unsigned long long first = atomicCAS(&shared, 0ull, mine);
  return reinterpret_cast<int *>(first ? first : mine);
}
__device__ void give(int *) {}
#else
__device__ int *take() { return static_cast<int *>(malloc(8)); }
__device__ void give(int *box) { free(box); }
#endif

__global__ void recycle() {
  for (int round = 0; round < Rounds; ++round) {
    int *box = take();
    if (!box)
      return;
    box[0] = threadIdx.x;                                 // [a]
    reinterpret_cast<char *>(box)[5] = char(threadIdx.x); // [b]
    give(box);
  }
}

int main() {
  recycle<<<Blocks, Threads>>>();
  return done();
}
