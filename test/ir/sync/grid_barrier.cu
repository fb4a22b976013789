// The words of the cooperative grid barrier are no sites; the kernel is noted.
// RUN: %clang_device -O0 %s -o %t.O0.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O0.ll 2>&1 | FileCheck %s
// RUN: %clang_device -O2 -g %s -o %t.O2.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O2.ll 2>&1 | FileCheck %s
#include <cooperative_groups.h>
__global__ void kernel(int *p) {
  p[0] = 1;
  cooperative_groups::this_grid().sync();
  p[1] = 1;
}
// CHECK: kernel {{.*}} sites: 0 1 flags: block-barrier{{.*}} grid-barrier{{.*}} reasons:{{$}}
// CHECK: site 0 checked write {{.*}} size=4
// CHECK: site 1 checked write {{.*}} size=4
// CHECK-NOT: site 2
