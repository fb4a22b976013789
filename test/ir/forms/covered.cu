// What needs no check has no form of its own: that of the access that stands for it says as
// much. In front of a loop the bound of the loop is no guard.
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -mllvm -warpsan-mode=off -o %t.ll
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-covered,no-hoisted -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=OFF
#define KERNEL extern "C" __global__ void

// CHECK-LABEL: kernel twice
// CHECK-NEXT: root 0 arg0
// CHECK-NEXT: form root 0 write of 4 at (4 * zext64(tid.x)){{$}}
// CHECK-NOT: form
// OFF-LABEL: kernel twice
// OFF-COUNT-4: form root 0
KERNEL twice(int *p, int n) {
  int i = threadIdx.x;
  p[i] += 1;
  if (i < n)
    p[i] += 1;
}
// CHECK-LABEL: kernel rounds
// CHECK-NEXT: root 0 arg0
// CHECK-NEXT: form root 0 write of 4 at (4 * sext64(arg1)){{$}}
// OFF-LABEL: kernel rounds
// OFF: form root 0 write of 4 at (4 * sext64(arg1)) if {{.*}} <s 8 in every round
KERNEL rounds(int *p, int n) {
  for (int k = 0; k < 8; ++k)
    p[n] = 5;
}
