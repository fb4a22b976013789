; A module is instrumented once.
; RUN: %opt -passes='warpsan-instrument' -S %s -o %t.once.ll
; RUN: %opt -passes='warpsan-instrument' -S %t.once.ll 2>/dev/null | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %p) {
  store i32 1, ptr %p, align 4
  ret void
}
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK-COUNT-1: call void @__warpsan_access(
; CHECK-NOT: call void @__warpsan_access(
; CHECK-NOT: __warpsan_twin___warpsan_twin
