// Three views of volatile. auto: unordered accesses race in a class of their own, unless
// one polls or a fence follows the store; strong: they are relaxed atomics; plain: they
// are nothing special, and a flag made of them races and orders nothing.
// RUN: %warpsanxx_target -O2 -g %s -o %t.auto
// RUN: %check_run --exit 66 %t.auto | FileCheck %s --check-prefix AUTO
// RUN: %warpsanxx_target -O2 -g %s -o %t.strong -mllvm -warpsan-volatile=strong
// RUN: %check_run %t.strong | FileCheck %s --check-prefix STRONG
// RUN: %warpsanxx_target -O2 -g %s -o %t.plain -mllvm -warpsan-volatile=plain
// RUN: %check_run --exit 66 %t.plain | FileCheck %s --check-prefix PLAIN
#include "../Inputs/done.h"

__global__ void store(volatile int *data) { *data = blockIdx.x; }
// AUTO: data race (unordered volatile accesses)
// AUTO: Volatile write
// AUTO-NEXT: volatile_policy.cu:[[#@LINE-3]]
// PLAIN: data race (no order between blocks)
// PLAIN:  Write of size 4
// PLAIN-NEXT: volatile_policy.cu:[[#@LINE-6]]

/// Meant, as the fence says: somebody is to see it soon.
__global__ void storeAndFence(volatile int *data) {
  *data = blockIdx.x;
  __threadfence();
}
// PLAIN: data race (no order between blocks)
// PLAIN:  Write of size 4
// PLAIN-NEXT: volatile_policy.cu:[[#@LINE-5]]

__global__ void handOver(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 1;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *data;
  }
}
// PLAIN: data race (no order between blocks)
// PLAIN: #0 handOver(
// PLAIN: data race (no order between blocks)
// PLAIN: #0 handOver(

// AUTO: WarpSan: verdict=races races=1 {{.*}} not_analysed=0 {{.*}} lost=0 {{.*}}target=
// STRONG: DONE
// STRONG: WarpSan: verdict=none races=0 {{.*}} not_analysed=0 {{.*}} lost=0 {{.*}}target=
// PLAIN: WarpSan: verdict=races races=4 {{.*}} not_analysed=0

int main() {
  store<<<2, 1>>>(zeroed<int>(1));
  storeAndFence<<<2, 1>>>(zeroed<int>(1));
  handOver<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  return done();
}
