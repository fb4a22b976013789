// The producer writes before it takes the lock, and says so within. The consumer
// reads in its own critical section: both hold the lock where it matters.
// RUN: %check_twins O0 %s --faults=LATE_WRITE,EARLY_READ
// RUN: %check_twins O2 %s --faults=LATE_WRITE,EARLY_READ,NO_GIVE_FENCE
// RUN: %check_twins O2 %s --faults=LATE_WRITE --flag=-DEMPTY_REGION
// EXPECT LATE_WRITE: b write, d read
// EXPECT EARLY_READ: a write, c read
// EXPECT NO_GIVE_FENCE: e write, f read
#include "../Inputs/done.h"
#include "Inputs/lock.h"

struct Box {
  int lock, isFull, value, seen;
};

__device__ void produce(Box *box) {
#ifdef EMPTY_REGION
  // Without fences, since nothing is touched.
  while (atomicCAS(&box->lock, 0, 1) != 0) {
  }
  atomicExch(&box->lock, 0);
#endif
  box->value = 1; // [a]
  take(&box->lock);
  box->isFull = 1; // [e]
#ifdef NO_GIVE_FENCE
  atomicExch(&box->lock, 0);
#else
  give(&box->lock);
#endif
#ifdef LATE_WRITE
  box->value = 2; // [b]
#endif
}

__device__ void consume(Box *box) {
#ifdef EARLY_READ
  box->seen = box->value; // [c]
#endif
  for (bool isDone = false; !isDone;) {
    take(&box->lock);
    isDone = box->isFull; // [f]
    if (isDone)
      box->seen = box->value; // [d]
    give(&box->lock);
  }
}

__global__ void handOver(Box *box) {
  if (blockIdx.x == 0)
    produce(box);
  else
    consume(box);
}

int main() {
  handOver<<<2, 1>>>(zeroed<Box>(1));
  return done();
}
