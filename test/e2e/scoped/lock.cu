// A lock is a compare-and-swap and a fence to take it, a fence and an exchange to
// give it back. One part left out, or too narrow, and it protects nothing, however
// lucky the order of the two threads. Twins differ in one thread only.
// RUN: %check_twins O0 %s --faults=NO_TAKE_FENCE,NO_GIVE_FENCE,NO_LOCK
// RUN: %check_twins O2 %s --faults=NO_TAKE_FENCE,NO_GIVE_FENCE,NARROW_TAKE_FENCE,NARROW_GIVE_FENCE
// RUN: %check_twins O2 %s --faults=NARROW_ATOMICS,NARROW_LOCK,NO_LOCK,LATE_WRITE
// RUN: %check_twins O2 %s --faults=NO_TAKE_FENCE,NO_GIVE_FENCE,NO_LOCK --flag=-DONE_BLOCK
// RUN: %check_twins O2 %s --faults=NO_TAKE_FENCE,NO_GIVE_FENCE,NO_LOCK --flag=-DONE_BLOCK --flag=-DBLOCK_SCOPE
// RUN: %check_twins O2 %s --faults=NO_TAKE_FENCE,NO_GIVE_FENCE --flag=-DONE_BLOCK --flag=-DMIXED_SCOPES
// RUN: %check_twins O2 %s --faults=NO_TAKE_FENCE,NO_LOCK --flag=-DSECOND_IS_FAULTY
// EXPECT: a write, b write
// EXPECT NARROW_ATOMICS NARROW_LOCK: take atomic, wideTake atomic
// EXPECT NARROW_ATOMICS NARROW_LOCK: give atomic, wideTake atomic
// EXPECT NARROW_ATOMICS NARROW_LOCK: take atomic, wideGive atomic
// EXPECT NARROW_ATOMICS NARROW_LOCK: give atomic, wideGive atomic
#include "Inputs/two_threads.h"

#if defined(NARROW_ATOMICS) || defined(NARROW_LOCK) || defined(BLOCK_SCOPE) || defined(MIXED_SCOPES)
#define COMPARE_AND_SWAP atomicCAS_block
#define EXCHANGE atomicExch_block
#else
#define COMPARE_AND_SWAP atomicCAS
#define EXCHANGE atomicExch
#endif

__device__ void takeSoundly(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) { // [wideTake]
  }
  __threadfence();
}

__device__ void giveSoundly(int *lock) {
  __threadfence();
  atomicExch(lock, 0); // [wideGive]
}

__device__ void take(int *lock) {
  while (COMPARE_AND_SWAP(lock, 0, 1) != 0) { // [take]
  }
#ifdef NO_TAKE_FENCE
#elif defined(NARROW_TAKE_FENCE) || defined(NARROW_LOCK) || defined(BLOCK_SCOPE)
  __threadfence_block();
#else
  __threadfence();
#endif
}

__device__ void give(int *lock) {
#ifdef NO_GIVE_FENCE
#elif defined(NARROW_GIVE_FENCE) || defined(NARROW_LOCK) || defined(BLOCK_SCOPE)
  __threadfence_block();
#else
  __threadfence();
#endif
  EXCHANGE(lock, 0); // [give]
}

#ifdef SECOND_IS_FAULTY
__device__ bool isFaulty() { return isSecond(); }
__device__ bool isSound() { return isFirst(); }
#else
__device__ bool isFaulty() { return isFirst(); }
__device__ bool isSound() { return isSecond(); }
#endif

__device__ void updateFaultily(int *data, int *lock) {
#ifndef NO_LOCK
  take(lock);
#endif
#ifdef LATE_WRITE
  give(lock);
#endif
  *data = 1; // [a]
#if !defined(NO_LOCK) && !defined(LATE_WRITE)
  give(lock);
#endif
}

__global__ void update(int *data, int *lock) {
  if (isFaulty()) {
    updateFaultily(data, lock);
  } else if (isSound()) {
    takeSoundly(lock);
    *data = 2; // [b]
    giveSoundly(lock);
  }
}

int main() {
  update<<<Blocks, Threads>>>(zeroed<int>(1), zeroed<int>(1));
  return done();
}
