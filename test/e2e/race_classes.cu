// Each class of race with its title and repair (report/race_classes.def, docs/races.md).
// Reports come in the order of the source.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --exit 66 %t | FileCheck %s
// RUN: %warpsanxx_target -O0 -g %s -o %t.0
// RUN: %check_run --exit 66 %t.0 | FileCheck %s
#include "Inputs/done.h"

__global__ void sameValue(int *data) { *data = 1; }
// CHECK: data race (stores of the same value)
// CHECK: Repair: let one thread store, with an if around race_classes.cu:[[#@LINE-2]],

__global__ void blockBarrier(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
// CHECK: data race (missing block barrier)
// CHECK: Repair: __syncthreads() between race_classes.cu:[[#@LINE-4]] and race_classes.cu:[[#@LINE-3]], reached by all

__global__ void warpBarrier(int *out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
// CHECK: data race (missing warp barrier)
// CHECK: Repair: __syncwarp() between race_classes.cu:[[#@LINE-4]] and race_classes.cu:[[#@LINE-3]], with a mask

__global__ void betweenBlocks(int *data) { *data = blockIdx.x; }
// CHECK: data race (no order between blocks)
// CHECK: Repair: atomics at race_classes.cu:[[#@LINE-2]], an element {{.*}} between the two accesses of race_classes.cu:[[#@LINE-2]]

__global__ void atomicPlain(int *data) {
  if (blockIdx.x == 0)
    atomicAdd(data, 1);
  else
    *data = 1;
}
// CHECK: data race (atomic against plain access)
// CHECK: Repair: make the plain access of race_classes.cu:{{[0-9]+}} and race_classes.cu:{{[0-9]+}} atomic too

__global__ void narrowScope(int *data) { atomicAdd_block(data, 1); }
// CHECK: data race (atomic scope too narrow)
// CHECK: Repair: atomicXxx() instead of atomicXxx_block() {{.*}} at race_classes.cu:[[#@LINE-2]]

/// Only kernels with fences keep the sizes of atomics apart (docs/limits.md).
__global__ void mixedSize(int *data) {
  __threadfence();
  if (blockIdx.x == 0)
    atomicAdd(data, 1);
  else
    atomicCAS(reinterpret_cast<unsigned short *>(data), 0, 1);
}
// CHECK: data race (atomics of different sizes)
// CHECK: Repair: one size for all atomics on this object: race_classes.cu:

__global__ void unorderedVolatile(volatile int *data) { *data = blockIdx.x; }
// CHECK: data race (unordered volatile accesses)
// CHECK: Repair: relaxed atomics at race_classes.cu:[[#@LINE-2]] {{.*}} or a barrier of the grid

/// No fence in the kernel at all.
__global__ void noFence(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 1;
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    *out = *data;
  }
}
// CHECK: data race (missing fence)
// CHECK: Repair: both are needed: __threadfence() between race_classes.cu:[[#@LINE-9]] and the write of the flag, {{.*}} and race_classes.cu:[[#@LINE-4]]

__global__ void noFenceInBlock(int *data, int *flag, int *out) {
  if (threadIdx.x == 0) {
    *data = 1;
    atomicExch(flag, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(flag, 0) == 0) {
    }
    *out = *data;
  }
}
// CHECK: data race (missing fence)
// CHECK: Repair: both are needed: __threadfence_block() between race_classes.cu:[[#@LINE-9]] and the write

/// The last block reads what the others wrote, without a fence in front.
__global__ void noAcquire(int *data, unsigned *count, int *out) {
  data[blockIdx.x] = 1;
  __threadfence();
  if (atomicAdd(count, 1) == gridDim.x - 1)
    for (int i = 0; i < gridDim.x; ++i)
      *out += data[i];
}
// CHECK: data race (missing fence)
// CHECK: Repair: {{.*}} and __threadfence() between the read of the flag and race_classes.cu:[[#@LINE-3]]

__global__ void narrowFence(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 1;
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *out = *data;
  }
}
// CHECK: data race (fence scope too narrow)
// CHECK: Repair: __threadfence() instead of __threadfence_block(), between race_classes.cu:[[#@LINE-11]] and the write

/// The flag itself races too.
__global__ void narrowFlag(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 1;
    __threadfence();
    atomicExch_block(flag, 1);
  } else {
    while (atomicAdd_block(flag, 0) == 0) {
    }
    __threadfence();
    *out = *data;
  }
}
// CHECK: data race (atomic scope too narrow)
// CHECK: Repair: {{.*}} at race_classes.cu:[[#@LINE-11]] and race_classes.cu:[[#@LINE-4]] or for the flag
// CHECK: data race (atomic scope too narrow)

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}

__device__ void give(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void lockWithoutFence(int *data, int *lock) {
  take(lock);
  *data += 1;
  give(lock);
}
// CHECK: data race (lock that does not protect)
// CHECK: Repair: __threadfence() behind the atomic that takes the lock, before race_classes.cu:[[#@LINE-4]], and

__global__ void lockOfBlock(int *data, int *lock) {
  take(lock);
  __threadfence_block();
  *data += 1;
  give(lock);
}
// CHECK: data race (lock of too narrow scope)
// CHECK: Repair: where the lock of race_classes.cu:[[#@LINE-4]] is {{.*}} instead of their _block forms

__global__ void twoLocks(int *data, int *locks) {
  take(locks + blockIdx.x);
  __threadfence();
  *data += 1;
  give(locks + blockIdx.x);
}
// CHECK: data race (no common lock)
// CHECK: Repair: take the same lock before race_classes.cu:[[#@LINE-4]]

__global__ void lockOfOne(int *data, int *lock) {
  if (blockIdx.x == 0) {
    take(lock);
    __threadfence();
    *data += 1;
    give(lock);
  } else {
    *data = 7;
  }
}
// CHECK: data race (no common lock)
// CHECK: verdict=races races=18 {{.*}} not_analysed=0

int main() {
  sameValue<<<1, 64>>>(zeroed<int>(1));
  blockBarrier<<<1, 64>>>(zeroed<int>(64));
  warpBarrier<<<1, 32>>>(zeroed<int>(32));
  betweenBlocks<<<2, 1>>>(zeroed<int>(1));
  atomicPlain<<<2, 1>>>(zeroed<int>(1));
  narrowScope<<<2, 1>>>(zeroed<int>(1));
  mixedSize<<<2, 1>>>(zeroed<int>(1));
  unorderedVolatile<<<2, 1>>>(zeroed<int>(1));
  noFence<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  noFenceInBlock<<<1, 64>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  noAcquire<<<4, 1>>>(zeroed<int>(4), zeroed<unsigned>(1), zeroed<int>(1));
  narrowFence<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  narrowFlag<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  lockWithoutFence<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1));
  lockOfBlock<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1));
  twoLocks<<<2, 1>>>(zeroed<int>(1), zeroed<int>(2));
  lockOfOne<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1));
  return done();
}
