// Trees whose levels are guarded by a remainder, once for whole blocks and once for what is
// left of the last one, and butterflies. Racy forms read too far, lack the barrier between
// the levels, or have groups that overlap.
// RUN: %check_twins O0 %s --faults=TOO_FAR,NO_BARRIER,OVERLAP
// RUN: %check_twins O2 %s --faults=TOO_FAR,NO_BARRIER,OVERLAP
// EXPECT TOO_FAR NO_BARRIER: a read, b write
// EXPECT TOO_FAR NO_BARRIER: c read, d write
// EXPECT OVERLAP: e read, f write
// EXPECT OVERLAP: f, g
#include "Inputs/done.h"

constexpr int Block = 128;

#ifdef TOO_FAR
constexpr int Parts = 1;
#else
constexpr int Parts = 2;
#endif

__device__ void endOfLevel() {
#ifndef NO_BARRIER
  __syncthreads();
#endif
}

__global__ void sum(const int *values, int *result, int count) {
  __shared__ int partial[2 * Block];
  const int thread = threadIdx.x, left = count - Block * blockIdx.x;
  int *mine = partial + Block + thread;
  partial[thread] = 0;
  *mine = thread < left ? values[Block * blockIdx.x + thread] : 0;
  __syncthreads();
  if (left >= Block) {
    for (int i = 2; i <= Block; i = 2 * i) {
      if ((thread + 1) % i == 0) {
        const int other = mine[-i / Parts]; // [a]
        *mine += other;                     // [b]
      }
      endOfLevel();
    }
    if (thread == Block - 1)
      result[blockIdx.x] = *mine;
  } else {
    int last = 0;
    for (int i = 2; i <= left; i = 2 * i)
      last = i;
    for (int i = 2; i <= last; i = 2 * i) {
      if ((thread + 1) % i == 0 && thread < last) {
        const int other = mine[-i / Parts]; // [c]
        *mine += other;                     // [d]
      }
      endOfLevel();
    }
    if (thread == last - 1)
      result[blockIdx.x] = *mine;
  }
}

__global__ void butterflies(const int *values, int *result) {
  __shared__ int row[3 * Block];
  const int thread = threadIdx.x;
  row[thread] = values[thread];
  row[thread + Block] = values[thread + Block];
  row[thread + 2 * Block] = 0;
  __syncthreads();
  for (int half = 1; half <= Block; half *= 2) {
#ifdef OVERLAP
    const int low = thread;
#else
    const int low = thread / half * 2 * half + thread % half;
#endif
    const int other = row[low + half]; // [e]
    row[low] += other;                 // [f]
    row[low + half] = 1 + 2 * other;   // [g]
    __syncthreads();
  }
  result[thread] = row[2 * Block - 1 - thread];
}

int main() {
  const int *values = zeroed<int>(2 * Block);
  int *result = zeroed<int>(2 * Block);
  sum<<<2, Block>>>(values, result, Block + Block / 2);
  butterflies<<<1, Block>>>(values, result);
  return done();
}
