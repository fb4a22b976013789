; A memory copy is one read of its source and one write of its destination; a
; length known at run time is passed on. (Flags: 8 aligned, 256 per number of the
; root.)
; RUN: %opt -passes=warpsan-instrument -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
define ptx_kernel void @kernel(ptr %to, ptr %from, i32 %bytes) {
; CHECK: call void @__warpsan_access({{.*}}, ptr %from, i64 16, i32 [[#]], i32 0, i64 0, i32 65802)
; CHECK-NEXT: call void @__warpsan_access({{.*}}, ptr %to, i64 16, i32 [[#]], i32 1, i64 0, i32 522)
; CHECK-NEXT: call void @llvm.memcpy
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 16, i1 false)
; CHECK: [[LENGTH:%.*]] = zext i32 %bytes to i64
; CHECK: call void @__warpsan_access({{.*}}, ptr %to, i64 [[LENGTH]], i32 [[#]], i32 1, i64 0, i32 514)
; CHECK-NEXT: call void @llvm.memset
  call void @llvm.memset.p0.i32(ptr %to, i8 0, i32 %bytes, i1 false)
; CHECK-NOT: @__warpsan_access
; CHECK: call void @llvm.memset.p0.i32(ptr %to, i8 0, i32 0
  call void @llvm.memset.p0.i32(ptr %to, i8 0, i32 0, i1 false)
  ret void
}
