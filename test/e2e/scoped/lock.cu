// A lock is a compare-and-swap and a fence to take it, a fence and an exchange to
// give it back. One part left out, or too narrow, and it protects nothing, however
// lucky the order of the two threads.
// RUN: %check_twins O0 %s --run-time
// RUN: %check_twins O2 %s --run-time
// EXPECT NoTakeFence NoGiveFence: a write, b write, lock
// EXPECT NarrowTakeFence NarrowGiveFence: a write, b write, lock-scope
// EXPECT SecondHasNoTakeFence: a write, b write, lock
// EXPECT NarrowAtomics NarrowLock NarrowLocks: a write, b write, lock-scope
// EXPECT WarpNoTakeFence WarpNoGiveFence WarpMixedNoTakeFence WarpMixedNoGiveFence: a write, b write, lock
// EXPECT WarpBlockNoTakeFence WarpBlockNoGiveFence: a write, b write, lock
// EXPECT NoLock SecondHasNoLock LateWrite: a write, b write, common-lock
// EXPECT WarpNoLock WarpBlockNoLock: a write, b write, common-lock
// EXPECT LateWriteOfRead: a write, c read, common-lock
// EXPECT NarrowAtomics NarrowLock NarrowLocks: take atomic, take atomic, narrow-scope
// EXPECT NarrowAtomics NarrowLock NarrowLocks: take atomic, give atomic, narrow-scope
// EXPECT NarrowAtomics NarrowLock NarrowLocks: give atomic, give atomic, narrow-scope
#define FAULTS                                                                                     \
  NoTakeFence, NarrowTakeFence, NoGiveFence, NarrowGiveFence, SecondHasNoTakeFence, NarrowAtomics, \
      NarrowLock, NarrowLocks, NoLock, SecondHasNoLock, LateWrite, LateWriteOfRead,                \
      WarpNoTakeFence, WarpNoGiveFence, WarpMixedNoTakeFence, WarpMixedNoGiveFence,                \
      WarpBlockNoTakeFence, WarpBlockNoGiveFence, WarpNoLock, WarpBlockNoLock
#include "Inputs/two_threads.h"

template <Scope Take, Scope TakeFence, Scope GiveFence, Scope Give>
struct Lock {
  static __device__ void take(int *lock) {
    while ((Take == Block ? atomicCAS_block(lock, 0, 1) : atomicCAS(lock, 0, 1)) != 0) { // [take]
    }
    fence<TakeFence>();
  }
  static __device__ void give(int *lock) {
    fence<GiveFence>();
    Give == Block ? atomicExch_block(lock, 0) : atomicExch(lock, 0); // [give]
  }
};

struct Unlocked {
  static __device__ void take(int *) {}
  static __device__ void give(int *) {}
};

/// What comes behind a critical section shows as a fault where it was first.
enum When { Locked, Late };

template <typename First, typename Second, When W, bool SecondReads>
__global__ void update(int *data, int *lock, int *out) {
  if (isFirst()) {
    First::take(lock);
    if (W == Late)
      First::give(lock);
    *data = 1; // [a]
    if (W == Locked)
      First::give(lock);
  } else if (isSecond()) {
    for (int i = 0; W == Late && i < 20; ++i)
      __nanosleep(1'000'000); // it may as well not sleep at all
    Second::take(lock);
    if (SecondReads)
      *out = *data; // [c]
    else
      *data = 2; // [b]
    Second::give(lock);
  }
}

/// One thread needs no lock, nor fences of one that it takes all the same.
template <typename L>
__global__ void updateAlone(int *data, int *lock, int *) {
  *data = 1;
  L::take(lock);
  *data = 2;
  L::give(lock);
}

template <typename First, typename Second, When W = Locked, bool SecondReads = false>
void meet(Place place) {
  launch(update<First, Second, W, SecondReads>, place);
}

using Sound = Lock<Device, Device, Device, Device>;
using OfBlock = Lock<Block, Block, Block, Block>;
using MixedScopes = Lock<Block, Device, Device, Block>;
using NoFenceToTake = Lock<Device, No, Device, Device>;
using NoFenceToGive = Lock<Device, Device, No, Device>;

static void meetSoundly() {
  meet<Sound, Sound>(TwoBlocks);
  meet<Sound, Sound, Locked, true>(TwoBlocks);
  meet<Sound, Sound>(OneBlock);
  meet<OfBlock, OfBlock>(OneBlock);
  meet<OfBlock, Sound>(OneBlock);
  meet<MixedScopes, Sound>(OneBlock);
  updateAlone<OfBlock><<<1, 1>>>(zeroed<int>(1), zeroed<int>(1), nullptr);
  updateAlone<Lock<Block, No, No, Block>><<<1, 1>>>(zeroed<int>(1), zeroed<int>(1), nullptr);
}

static void meetWith(Fault fault) {
  switch (fault) {
  case NoTakeFence:
    return meet<NoFenceToTake, Sound>(TwoBlocks);
  case NarrowTakeFence:
    return meet<Lock<Device, Block, Device, Device>, Sound>(TwoBlocks);
  case NoGiveFence:
    return meet<NoFenceToGive, Sound>(TwoBlocks);
  case NarrowGiveFence:
    return meet<Lock<Device, Device, Block, Device>, Sound>(TwoBlocks);
  case SecondHasNoTakeFence:
    return meet<Sound, NoFenceToTake>(TwoBlocks);
  case NarrowAtomics:
    return meet<MixedScopes, Sound>(TwoBlocks);
  case NarrowLock:
    return meet<OfBlock, Sound>(TwoBlocks);
  case NarrowLocks:
    return meet<OfBlock, OfBlock>(TwoBlocks);
  case NoLock:
    return meet<Unlocked, Sound>(TwoBlocks);
  case SecondHasNoLock:
    return meet<Sound, Unlocked>(TwoBlocks);
  case LateWrite:
    return meet<Sound, Sound, Late>(TwoBlocks);
  case LateWriteOfRead:
    return meet<Sound, Sound, Late, true>(TwoBlocks);
  case WarpNoTakeFence:
    return meet<NoFenceToTake, Sound>(OneBlock);
  case WarpNoGiveFence:
    return meet<NoFenceToGive, Sound>(OneBlock);
  case WarpMixedNoTakeFence:
    return meet<Lock<Block, No, Device, Block>, Sound>(OneBlock);
  case WarpMixedNoGiveFence:
    return meet<Lock<Block, Device, No, Block>, Sound>(OneBlock);
  case WarpBlockNoTakeFence:
    return meet<Lock<Block, No, Block, Block>, OfBlock>(OneBlock);
  case WarpBlockNoGiveFence:
    return meet<Lock<Block, Block, No, Block>, OfBlock>(OneBlock);
  case WarpNoLock:
    return meet<Unlocked, Sound>(OneBlock);
  case WarpBlockNoLock:
    return meet<Unlocked, OfBlock>(OneBlock);
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
