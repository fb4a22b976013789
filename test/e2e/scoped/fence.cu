// A write, then a flag: the fence between them decides, and its scope.
// RUN: %check_twins O0 %s --run-time
// RUN: %check_twins O2 %s --run-time
// EXPECT NoFence FencedNoFence VolatileNoFence: a write, b read, fence
// EXPECT NarrowFence FencedNarrowFence VolatileNarrowFence: a write, b read, narrow-fence
// EXPECT LateWrite FencedLateWrite: c write, b read, between-blocks
// EXPECT WarpNoFence WarpBlockNoFence WarpVolatileNoFence: a write, b read, fence
// EXPECT WarpLateWrite WarpBlockLateWrite: c write, b read, block-barrier
#define FAULTS                                                                                     \
  NoFence, NarrowFence, LateWrite, FencedNoFence, FencedNarrowFence, FencedLateWrite,              \
      VolatileNoFence, VolatileNarrowFence, WarpNoFence, WarpLateWrite, WarpBlockNoFence,          \
      WarpBlockLateWrite, WarpVolatileNoFence
#include "Inputs/two_threads.h"

struct DeviceFlag {
  static __device__ void raise(int *flag) { atomicExch(flag, 1); }
  static __device__ bool isRaised(int *flag) { return atomicAdd(flag, 0) != 0; }
};

struct BlockFlag {
  static __device__ void raise(int *flag) { atomicExch_block(flag, 1); }
  static __device__ bool isRaised(int *flag) { return atomicAdd_block(flag, 0) != 0; }
};

struct VolatileFlag {
  static __device__ void raise(volatile int *flag) { *flag = 1; }
  static __device__ bool isRaised(volatile int *flag) { return *flag != 0; }
};

enum When { InTime, Late };

/// `Behind`: the fence behind the poll, which acquires without one too.
template <typename Flag, Scope Between, Scope Behind, When W>
__global__ void handOver(int *data, int *flag, int *out) {
  if (isFirst()) {
    *data = 1; // [a]
    fence<Between>();
    Flag::raise(flag);
    if (W == Late)
      *data = 2; // [c]
  } else if (isSecond()) {
    while (!Flag::isRaised(flag)) {
    }
    fence<Behind>();
    *out = *data; // [b]
  }
}

template <typename Flag, Scope Between, Scope Behind = No, When W = InTime>
void meet(Place place) {
  launch(handOver<Flag, Between, Behind, W>, place);
}

static void meetSoundly() {
  meet<DeviceFlag, Device>(TwoBlocks);
  meet<DeviceFlag, Device, Device>(TwoBlocks);
  meet<VolatileFlag, Device>(TwoBlocks);
  meet<DeviceFlag, Device>(OneBlock);
  meet<DeviceFlag, Block>(OneBlock);
  meet<BlockFlag, Block>(OneBlock);
  meet<VolatileFlag, Device>(OneBlock);
}

static void meetWith(Fault fault) {
  switch (fault) {
  case NoFence:
    return meet<DeviceFlag, No>(TwoBlocks);
  case NarrowFence:
    return meet<DeviceFlag, Block>(TwoBlocks);
  case LateWrite:
    return meet<DeviceFlag, Device, No, Late>(TwoBlocks);
  case FencedNoFence:
    return meet<DeviceFlag, No, Device>(TwoBlocks);
  case FencedNarrowFence:
    return meet<DeviceFlag, Block, Device>(TwoBlocks);
  case FencedLateWrite:
    return meet<DeviceFlag, Device, Device, Late>(TwoBlocks);
  case VolatileNoFence:
    return meet<VolatileFlag, No>(TwoBlocks);
  case VolatileNarrowFence:
    return meet<VolatileFlag, Block>(TwoBlocks);
  case WarpNoFence:
    return meet<DeviceFlag, No>(OneBlock);
  case WarpLateWrite:
    return meet<DeviceFlag, Device, No, Late>(OneBlock);
  case WarpBlockNoFence:
    return meet<BlockFlag, No>(OneBlock);
  case WarpBlockLateWrite:
    return meet<BlockFlag, Block, No, Late>(OneBlock);
  case WarpVolatileNoFence:
    return meet<VolatileFlag, No>(OneBlock);
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
