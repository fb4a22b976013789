// bounds=1 names the freed allocation that held the address. The access itself
// goes where it goes without the detector.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run --exit 66 --options bounds=1 %t | FileCheck %s
// CHECK: DONE
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Write of size 4
// CHECK-NEXT:     #0 fill(int*) {{.*}}freed_memory.cu:[[#@LINE+5]]
// CHECK:        Freed: byte 0 of allocation by cudaMalloc ({{.*}}), 256 bytes, freed before launch 2
// CHECK:        Seen: 64 times
#include "../Inputs/done.h"

__global__ void fill(int *to) { to[threadIdx.x] = 1; }

int main() {
  int *memory = zeroed<int>(64);
  fill<<<1, 64>>>(memory);
  cudaFree(memory);
  fill<<<1, 64>>>(memory);
  return done();
}
