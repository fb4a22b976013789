// p[i] = p[i] is two accesses, also where the optimiser removes both.
// RUN: %clang_device -O2 -nocudalib %s -o - -mllvm -warpsan-mode=off | FileCheck %s --check-prefix=PLAIN
// RUN: %clang_device -O2 -nocudalib %s -Xclang -disable-llvm-passes -mllvm -warpsan-mode=off -o %t.ll
// RUN: %opt -passes=warpsan-instrument -S %t.ll | opt -passes='default<O2>' -S | FileCheck %s
__global__ void keep(int *p) { p[threadIdx.x] = p[threadIdx.x]; }

// PLAIN-NOT: __warpsan
// PLAIN-NOT: store

// CHECK-LABEL: @__warpsan_twin__Z4keepPi(
// CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 0, i32 0,
// CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 1, i32 1,
// CHECK: ret void
