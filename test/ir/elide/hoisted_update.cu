// The store of an update in each round of a loop has another value each time: its check in
// front of the loop has none. One behind the loop needs no check either.
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -mllvm -warpsan-mode=off -o %t.ll
// RUN: %opt -passes='warpsan-instrument,verify' -S %t.ll | FileCheck %s
// CHECK-LABEL: define {{.*}}@__warpsan_twin_sum(
// CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 1, i64 0, i32 266)
// CHECK: br label
// CHECK-NOT: @__warpsan_access({{.*}}, i64 4,
// CHECK: ret void
extern "C" __global__ void sum(int *total, const char *p) {
  for (int k = 0; k < 8; ++k)
    *total += p[k];
  *total += 5;
}
