// With line tables a site has its exact position and the calls it was inlined
// through; without it has the function and a number.
// RUN: %clang_device -O0 -gline-tables-only %s -o %t.g.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.g.ll 2>&1 | FileCheck %s
// RUN: %clang_device -O2 -g %s -o %t.O2.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O2.ll 2>&1 | FileCheck %s
// RUN: %clang_device -O2 %s -o %t.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=BARE
static __device__ void put(int *p, int value) { *p = value; }
__global__ void kernel(int *out) { put(out + threadIdx.x, 3); }
// CHECK: site 0 checked write {{.*}} at put(int*, int):[[#@LINE-2]]:52 from kernel(int*):[[#@LINE-1]]:36
// BARE: site 0 checked write {{.*}} function=put(int*, int) ordinal=1
// BARE-NOT: from
