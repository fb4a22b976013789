// Initialise, barrier, updates under a lock, barrier, read: no lock is needed on
// the outer sides of the barriers. The thread that initialises takes no lock, which
// could order it by luck.
// RUN: %check_twins O0 %s --faults=NO_FIRST_BARRIER,NO_LAST_BARRIER,NO_LOCK
// RUN: %check_twins O2 %s --faults=NO_FIRST_BARRIER,NO_LAST_BARRIER,NO_LOCK
// EXPECT NO_FIRST_BARRIER: a write, b read
// EXPECT NO_FIRST_BARRIER: a write, b write
// EXPECT NO_LAST_BARRIER: b write, c read
// EXPECT NO_LOCK: b, b
#include "../Inputs/done.h"
#include "Inputs/lock.h"

__device__ void addLocked(int *lock, int *sum) {
  for (bool isDone = false; !isDone;) {
#ifdef NO_LOCK
    isDone = true;
#else
    isDone = tryTake(lock);
#endif
    if (!isDone)
      continue;
    *sum += 1; // [b]
#ifndef NO_LOCK
    give(lock);
#endif
  }
}

__global__ void count(int *sums, int *locks, int *out) {
  int *sum = &sums[blockIdx.x];
  if (threadIdx.x == 0)
    *sum = 0; // [a]
#ifndef NO_FIRST_BARRIER
  __syncthreads();
#endif
  if (threadIdx.x != 0)
    addLocked(&locks[blockIdx.x], sum);
#ifndef NO_LAST_BARRIER
  __syncthreads();
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = *sum; // [c]
}

int main() {
  count<<<2, 64>>>(zeroed<int>(2), zeroed<int>(2), zeroed<int>(128));
  return done();
}
