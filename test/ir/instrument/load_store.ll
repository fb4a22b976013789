; Every plain load and store has a check before it: size, class (0 read, 1
; write), value stored, and flags (4 has a value, 8 aligned, 256 behind the first
; root). The check of an unused load stays although the load goes.
; RUN: %opt -passes=warpsan-instrument -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
define ptx_kernel void @kernel(ptr %p, float %f) {
; CHECK: call void @__warpsan_access({{.*}}, ptr %p, i64 4, i32 [[#]], i32 0, i64 0, i32 65802)
  %v = load i32, ptr %p, align 4
; CHECK: [[BITS:%.*]] = bitcast float %f to i32
; CHECK: [[VALUE:%.*]] = zext i32 [[BITS]] to i64
; CHECK: call void @__warpsan_access({{.*}}, ptr %p, i64 4, i32 [[#]], i32 1, i64 [[VALUE]], i32 270)
; CHECK-NEXT: store float %f, ptr %p
  store float %f, ptr %p, align 4
; One byte, whatever the width of the type.
; CHECK: call void @__warpsan_access({{.*}}, ptr %p, i64 1, i32 [[#]], i32 1, i64 1, i32 270)
; CHECK-NEXT: store i1 true
  store i1 true, ptr %p, align 1
; Not aligned: no flag 8.
; CHECK: call void @__warpsan_access({{.*}}, ptr %p, i64 8, i32 [[#]], i32 1, i64 7, i32 262)
; CHECK-NEXT: store i64 7
  store i64 7, ptr %p, align 4
; More than 8 bytes: no value.
; CHECK: call void @__warpsan_access({{.*}}, ptr %p, i64 16, i32 [[#]], i32 1, i64 0, i32 266)
; CHECK-NEXT: store i128 7
  store i128 7, ptr %p, align 16
; CHECK: call void @__warpsan_access({{.*}}, ptr %p, i64 16, i32 [[#]], i32 1, i64 0, i32 266)
; CHECK-NEXT: store <4 x float>
  store <4 x float> zeroinitializer, ptr %p, align 16
; CHECK: call void @__warpsan_access({{.*}}, ptr %p, i64 12, i32 [[#]], i32 0, i64 0, i32 258)
  %s = load { i32, i32, i32 }, ptr %p, align 4
  ret void
}
