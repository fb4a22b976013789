// Two atomics exclude each other if the scope of each takes in both threads; an
// atomic and a plain access never do.
// RUN: %check_twins O0 %s --faults=NARROW_BOTH,NARROW_ONE,PLAIN_WRITE,PLAIN_READ
// RUN: %check_twins O2 %s --faults=NARROW_BOTH,NARROW_ONE,PLAIN_WRITE,PLAIN_READ
// RUN: %check_twins O2 %s --faults=PLAIN_WRITE,PLAIN_READ --flag=-DONE_BLOCK
// RUN: %check_twins O2 %s --faults=PLAIN_WRITE --flag=-DONE_BLOCK --flag=-DFIRST_IN_BLOCK
// RUN: %check_twins O2 %s --faults=PLAIN_WRITE --flag=-DONE_BLOCK --flag=-DBOTH_IN_BLOCK
// EXPECT NARROW_BOTH NARROW_ONE: a atomic, b atomic
// EXPECT PLAIN_WRITE: a atomic, c write
// EXPECT PLAIN_READ: a atomic, d read
#include "Inputs/two_threads.h"

#if defined(NARROW_BOTH) || defined(BOTH_IN_BLOCK)
#define FIRST_ADD atomicAdd_block
#define SECOND_ADD atomicAdd_block
#elif defined(NARROW_ONE) || defined(FIRST_IN_BLOCK)
#define FIRST_ADD atomicAdd_block
#define SECOND_ADD atomicAdd
#else
#define FIRST_ADD atomicAdd
#define SECOND_ADD atomicAdd
#endif

__global__ void count(int *counter, int *out) {
  if (isFirst())
    FIRST_ADD(counter, 1); // [a]
  if (!isSecond())
    return;
#if defined(PLAIN_WRITE)
  *counter = 2; // [c]
#elif defined(PLAIN_READ)
  *out = *counter; // [d]
#else
  SECOND_ADD(counter, 1); // [b]
#endif
}

int main() {
  count<<<Blocks, Threads>>>(zeroed<int>(1), zeroed<int>(1));
  return done();
}
