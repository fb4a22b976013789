// A guarded store is checked under its guard, even where the optimiser makes
// one unconditional store of two.
// RUN: %clang_device -O2 %s -Xclang -disable-llvm-passes -mllvm -warpsan-mode=off -o %t.ll
// RUN: %opt -passes=warpsan-instrument -S %t.ll | opt -passes='default<O2>' -S | FileCheck %s
__global__ void twoStores(int *a, int c) {
  a[threadIdx.x] = 5;
  if (c)
    a[threadIdx.x] = 7;
}

// CHECK-LABEL: @__warpsan_twin__Z9twoStoresPii(
// CHECK: call void @__warpsan_access({{.*}} i32 1, i64 5,
// CHECK: br i1 {{.*}}, label %[[EXIT:.*]], label %[[GUARDED:.*]]
// CHECK: [[GUARDED]]:
// CHECK: call void @__warpsan_access({{.*}} i32 1, i64 7,
// CHECK: [[EXIT]]:
