// A lock as it should be.
#pragma once

__device__ inline bool tryTake(int *lock) {
  if (atomicCAS(lock, 0, 1) != 0)
    return false;
  __threadfence();
  return true;
}

__device__ inline void take(int *lock) {
  while (!tryTake(lock)) {
  }
}

__device__ inline void give(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}
