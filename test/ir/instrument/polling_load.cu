// A loop that waits for a plain variable is deleted from the program; in the
// twin it reads the variable each time round. A sum over an array is no wait.
// RUN: %clang_device -O2 %s -Xclang -disable-llvm-passes -mllvm -warpsan-mode=off -o %t.ll
// RUN: %opt -passes=warpsan-instrument -S %t.ll | opt -passes='default<O2>' -S | FileCheck %s
__global__ void wait(int *flag) {
  while (*flag == 0)
    ;
}
__global__ void sum(const int *in, int n, int *out) {
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += in[i];
  *out = total;
}
// CHECK-LABEL: define {{.*}}@_Z4waitPi(
// CHECK-NOT: load
// CHECK: ret void
// CHECK-LABEL: define {{.*}}@__warpsan_twin__Z4waitPi(
// CHECK: [[LOOP:[0-9]+]]:
// CHECK: load volatile i32
// CHECK: br i1 {{.*}}label %[[LOOP]]
// CHECK-LABEL: define {{.*}}@__warpsan_twin__Z3sumPKiiPi(
// CHECK-NOT: load volatile
// CHECK: ret void
