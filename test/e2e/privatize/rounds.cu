// Eight warps share two copies, in three rounds: digits of their numbers part them. A race is
// found in the first round in which its warps have different copies, and none follows.
// RUN: %warpsanxx_target -O1 -g -mllvm -warpsan-mode=ld %s -o %t
// RUN: %check_run --options ld_fallback=fsm:resolve=0:ld_memory=240 %t 3 3 2>&1 | FileCheck %s --check-prefixes=CLEAN
// CLEAN: verdict=none {{.*}}regions=2 {{.*}}given_up=0 passes=12 copies=2 rounds=3/3 target
// FOUND: WARNING: WarpSan: data race
// RUN: %check_run --exit 66 --options ld_fallback=fsm:resolve=0:ld_memory=240 %t 4 5 2>&1 | FileCheck %s --check-prefixes=FOUND,FIRST
// FIRST: races=1 {{.*}}racing_regions=1 given_up=0 passes=8 copies=2 rounds=3/3 target
// RUN: %check_run --exit 66 --options ld_fallback=fsm:resolve=0:ld_memory=240 %t 5 7 2>&1 | FileCheck %s --check-prefixes=FOUND,SECOND
// SECOND: races=1 {{.*}}racing_regions=1 given_up=0 passes=10 copies=2 rounds=3/3 target
// RUN: %check_run --exit 66 --options ld_fallback=fsm:resolve=0:ld_memory=240:ld_shared=0:ld_poison=1 %t 2 6 2>&1 | FileCheck %s --check-prefixes=FOUND,THIRD
// THIRD: races=1 {{.*}}racing_regions=1 given_up=0 passes=12 copies=2 rounds=3/3 target
// RUN: %check_run --exit 66 --options ld_fallback=fsm:resolve=0:ld_memory=320 %t 0 3 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: races=1 {{.*}}passes=8 copies=3 rounds=2/2 target
//
// Cut short: what was looked for, and how likely it was to be found.
// RUN: %check_run --options ld_fallback=fsm:resolve=0:ld_memory=240:ld_rounds=1 %t 5 7 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: verdict=none {{.*}}passes=4 copies=2 rounds=1/3 detection=0.5714 target
// RUN: %check_run --exit 66 --options ld_fallback=fsm:resolve=0:ld_memory=240:ld_rounds=2 %t 5 7 2>&1 | FileCheck %s --check-prefix=LESS
// LESS: races=1 {{.*}}passes=8 copies=2 rounds=2/3 detection=0.8571 target
//
// RUN: %check_run --exit 68 --options ld_fallback=fsm:resolve=0:ld_memory=239 %t 4 5 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: needs ld_memory=240 or more
// FEW: verdict=unanalysed
// RUN: %check_run --exit 67 --options ld_memory=much %t 4 5 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: option ld_memory: bad value 'much', want a number
// RUN: %check_run --exit 67 --options ld_rounds=33 %t 4 5 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: option ld_rounds: bad value '33', want a number from 0 to 32
#include "../Inputs/done.h"
#include <cstdlib>

constexpr int Threads = 256;

/// Orders nothing, but takes time: a reader with the same copy sees what was written, in both
/// passes.
__device__ int wait() {
  int sum = 0;
  for (int i = 0; i < 100; ++i)
    sum = __shfl_xor_sync(~0u, sum, 1);
  return sum;
}

__global__ void hand(int writer, int reader, int *out) {
  __shared__ int word;
  const int t = threadIdx.x;
  if (t == 0)
    word = 1;
  __syncthreads();
  if (t == 32 * writer)
    word = 2;
  const int zero = wait();
  if (t == 32 * reader)
    *out = word + zero;
}

int main(int, char **arguments) {
  int *out = zeroed<int>(1);
  hand<<<1, Threads>>>(atoi(arguments[1]), atoi(arguments[2]), out);
  return done();
}
