// Loads through the read-only path of data that another thread of the kernel
// writes: a class of their own.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %warpsanxx_target -O2 -g -DRACY %s -o %t
// RUN: %check_run --exit 66 %t | FileCheck %s
// EXPECT: a write, b read
// EXPECT: a write, c read
// CHECK: data race (non-coherent load of data that the kernel writes)
// CHECK: {{Non-coherent read of size 4 at|Earlier non-coherent read of size 4 by}}
// CHECK: Repair: a plain load instead of __ldg(), and
// CHECK: races=2
#include "Inputs/done.h"

__device__ int loadAsm(const int *p) {
  int value;
  asm("ld.global.nc.s32 %0, [%1];" : "=r"(value) : "l"(p)); // [c]
  return value;
}

__global__ void kernel(int *cells, const int *table, int *out) {
  const int t = threadIdx.x;
  cells[t] = t; // [a]
#ifdef RACY
  table = cells;
#endif
  // Each word is read by one of them only: a race ends the history of its word.
  if (t < 64)
    out[t] = __ldg(table + 63 - t); // [b]
  else
    out[t] = loadAsm(table + 64 + (t + 1) % 64);
}

int main() {
  kernel<<<1, 128>>>(zeroed<int>(128), zeroed<int>(128), zeroed<int>(128));
  return done();
}
