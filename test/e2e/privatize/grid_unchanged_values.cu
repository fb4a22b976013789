// What comparing the outcomes of blocks cannot find, and mode fsm finds: a store of what was there
// before, and a read whose value changes nothing.
// RUN: %warpsanxx_target -O1 -g -DSAME -mllvm -warpsan-mode=ld %s -o %t.same
// RUN: %check_run --options resolve=0 %t.same 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %warpsanxx_target -O1 -g -DSAME %s -o %t.same.fsm
// RUN: %check_run --exit 66 %t.same.fsm 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: %warpsanxx_target -O1 -g -DUNUSED -mllvm -warpsan-mode=ld %s -o %t.unused
// RUN: %check_run --options resolve=0 %t.unused 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %warpsanxx_target -O1 -g -DUNUSED %s -o %t.unused.fsm
// RUN: %check_run --exit 66 %t.unused.fsm 2>&1 | FileCheck %s --check-prefix=FOUND
// MISSED: verdict=none races=0 {{.*}}grids=1 {{.*}}racing_grids=0 grids_given_up=0
// FOUND: verdict=races races=1
#include "../Inputs/done.h"

__global__ void kernel(int *words) {
#ifdef SAME
  if (threadIdx.x == 0)
    words[0] = 7;
#else
  words[blockIdx.x + 1] = (words[0] & 8) != 0;
  if (blockIdx.x == 1)
    words[0] = 5;
#endif
}

int main() {
  const int seven = 7;
  int *words = zeroed<int>(8);
  cudaMemcpy(words, &seven, sizeof seven, cudaMemcpyHostToDevice);
  kernel<<<3, 1>>>(words);
  return done();
}
