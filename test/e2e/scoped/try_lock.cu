// Who does not get the lock does something else.
// RUN: %check_twins O0 %s --faults=NO_TAKE_FENCE,NO_GIVE_FENCE
// RUN: %check_twins O2 %s --faults=NO_TAKE_FENCE,NO_GIVE_FENCE,LATE_READ
// EXPECT NO_TAKE_FENCE NO_GIVE_FENCE: a, a
// EXPECT LATE_READ: a write, b read
#include "../Inputs/done.h"

constexpr int Blocks = 1024; // several get the lock, however fast they come

__global__ void addOrSkip(int *lock, int *sum, int *skipped) {
  if (atomicCAS(lock, 0, 1) != 0) {
    atomicAdd(skipped, 1);
    return;
  }
#ifndef NO_TAKE_FENCE
  __threadfence();
#endif
  *sum += 1; // [a]
#ifndef NO_GIVE_FENCE
  __threadfence();
#endif
  atomicExch(lock, 0);
#ifdef LATE_READ
  atomicAdd(skipped, *sum); // [b]
#endif
}

int main() {
  addOrSkip<<<Blocks, 1>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  return done();
}
