// A loop that waits for a flag sees what was written before the flag, without a
// fence; with -warpsan-poll=strict only behind one. The verdict counts what rests on it.
// A loop that takes a lock by an exchange needs the fence under either rule.
// RUN: %check_twins O0 %s --flag=-DNO_ACQUIRE
// RUN: %check_twins O2 %s --flag=-DNO_ACQUIRE --flag=-DCONSUME
// RUN: %check_twins O2 %s --flag=-mllvm --flag=-warpsan-poll=strict --faults=RACY,NO_ACQUIRE
// RUN: %check_twins O2 %s --flag=-mllvm --flag=-warpsan-poll=strict --flag=-DCONSUME --faults=NO_ACQUIRE
// RUN: %check_twins O2 %s --faults=NO_LOCK_FENCE
// RUN: %check_twins O2 %s --flag=-mllvm --flag=-warpsan-poll=strict --faults=NO_LOCK_FENCE
// RUN: %warpsanxx_target -O2 -g %s -o %t.lenient -DNO_ACQUIRE
// RUN: %check_run %t.lenient | FileCheck %s
// RUN: %warpsanxx_target -O2 -g %s -o %t.fenced
// RUN: %check_run %t.fenced | FileCheck %s --check-prefix FENCED
// CHECK: WarpSan: verdict=none races=0 {{.*}} lost=0 lenient=1 target=
// CHECK: WarpSan: lenient=1 first="{{.*}}poll_policy.cu:{{[0-9]+}} <-> {{.*}}poll_policy.cu:{{[0-9]+}}" (ordered only because
// FENCED: WarpSan: verdict=none races=0 {{.*}} lost=0 {{.*}}target=
// EXPECT RACY NO_ACQUIRE: a write, b read
// EXPECT NO_LOCK_FENCE: c, c
#include "../Inputs/done.h"

__device__ void await(int *flag) {
#ifdef CONSUME
  while (atomicExch(flag, 0) == 0) {
  }
#else
  while (atomicAdd(flag, 0) == 0) {
  }
#endif
#ifndef NO_ACQUIRE
  __threadfence();
#endif
}

__global__ void handOver(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 1; // [a]
#ifndef RACY
    __threadfence();
#endif
    atomicAdd(flag, 1);
  } else {
    await(flag);
    *out = *data; // [b]
  }
}

__global__ void underLock(int *lock, int *sum) {
  while (atomicExch(lock, 1)) {
  }
#ifndef NO_LOCK_FENCE
  __threadfence();
#endif
  *sum += 1; // [c]
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  handOver<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  underLock<<<4, 1>>>(zeroed<int>(1), zeroed<int>(1));
  return done();
}
