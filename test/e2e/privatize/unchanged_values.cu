// What comparing values cannot find, and mode fsm finds: a store of what was there before,
// one that is undone, and a read whose value matters to nobody.
// RUN: %warpsanxx_target -O1 -g -DSAME -mllvm -warpsan-mode=ld %s -o %t.same
// RUN: %check_run --options ld_fallback=fsm:resolve=0 %t.same 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %warpsanxx_target -O1 -g -DSAME %s -o %t.same.fsm
// RUN: %check_run --exit 66 %t.same.fsm 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: %warpsanxx_target -O1 -g -DUNDONE -mllvm -warpsan-mode=ld %s -o %t.undone
// RUN: %check_run --options ld_fallback=fsm:resolve=0 %t.undone 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %warpsanxx_target -O1 -g -DUNDONE %s -o %t.undone.fsm
// RUN: %check_run --exit 66 %t.undone.fsm 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: %warpsanxx_target -O1 -g -DUNUSED -mllvm -warpsan-mode=ld %s -o %t.unused
// RUN: %check_run --options ld_fallback=fsm:resolve=0 %t.unused 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %warpsanxx_target -O1 -g -DUNUSED %s -o %t.unused.fsm
// RUN: %check_run --exit 66 %t.unused.fsm 2>&1 | FileCheck %s --check-prefix=FOUND
// MISSED: verdict=none races=0 {{.*}}racing_regions=0 given_up=0
// FOUND: verdict=races races=1
#include "../Inputs/done.h"

constexpr int Threads = 64;

__global__ void touch(int *out) {
  __shared__ int flags[Threads];
  const int t = threadIdx.x;
  flags[t] = t;
  __syncthreads();
#if defined(SAME)
  flags[40] = 40; // both warps
#elif defined(UNDONE)
  if (t == 3) {
    flags[40] = 1;
    flags[40] = 40;
  }
  if (t == 40)
    out[0] = flags[40];
#else
  if (t == 3)
    flags[40] = 1;
  if (t == 50)
    out[0] = flags[40] > 0 ? 1 : 2;
#endif
  __syncthreads();
  out[t] = flags[Threads - 1 - t];
}

int main() {
  int *out = zeroed<int>(Threads);
  touch<<<1, Threads>>>(out);
  return done();
}
