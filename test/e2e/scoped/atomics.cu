// Two atomics exclude each other if the scope of each takes in both threads; an
// atomic and a plain access never do.
// RUN: %check_twins O0 %s --run-time
// RUN: %check_twins O2 %s --run-time
// EXPECT NarrowBoth NarrowOne: a atomic, b atomic, narrow-scope
// EXPECT PlainWrite WarpPlainWrite WarpBlockPlainWrite: a atomic, c write, atomic-plain
// EXPECT PlainRead WarpPlainRead: a atomic, d read, atomic-plain
#define FAULTS                                                                                     \
  NarrowBoth, NarrowOne, PlainWrite, PlainRead, WarpPlainWrite, WarpPlainRead, WarpBlockPlainWrite
#include "Inputs/two_threads.h"

enum Second { DeviceAdd, BlockAdd, Write, Read };

template <Scope First, Second S>
__global__ void count(int *counter, int *, int *out) {
  if (isFirst())
    First == Block ? atomicAdd_block(counter, 1) : atomicAdd(counter, 1); // [a]
  if (!isSecond())
    return;
  if (S == Write)
    *counter = 2; // [c]
  else if (S == Read)
    *out = *counter; // [d]
  else
    S == BlockAdd ? atomicAdd_block(counter, 1) : atomicAdd(counter, 1); // [b]
}

__global__ void countAlone(int *counter, int *, int *) {
  *counter = 1;
  atomicAdd_block(counter, 1);
}

static void meetSoundly() {
  launch(count<Device, DeviceAdd>, TwoBlocks);
  launch(count<Device, DeviceAdd>, OneBlock);
  launch(count<Block, DeviceAdd>, OneBlock);
  launch(count<Block, BlockAdd>, OneBlock);
  countAlone<<<1, 1>>>(zeroed<int>(1), nullptr, nullptr);
}

static void meetWith(Fault fault) {
  switch (fault) {
  case NarrowBoth:
    return launch(count<Block, BlockAdd>, TwoBlocks);
  case NarrowOne:
    return launch(count<Block, DeviceAdd>, TwoBlocks);
  case PlainWrite:
    return launch(count<Device, Write>, TwoBlocks);
  case PlainRead:
    return launch(count<Device, Read>, TwoBlocks);
  case WarpPlainWrite:
    return launch(count<Device, Write>, OneBlock);
  case WarpPlainRead:
    return launch(count<Device, Read>, OneBlock);
  case WarpBlockPlainWrite:
    return launch(count<Block, Write>, OneBlock);
  default:
    return meetSoundly();
  }
}

template <Fault F>
int run(int) {
  meetWith(F);
  return done();
}

int main(int argc, char **argv) { return runArguments(argc, argv, 0); }
