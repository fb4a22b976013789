; A shared array of which each thread only touches the element of its own
; threadIdx.x: proved where the launch bounds require one dimension, else left
; to the run time (flag 16) by the dimension of the launch.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -S %s 2>&1 | FileCheck %s
; RUN: %opt -passes='warpsan-instrument' -pass-remarks=warpsan -disable-output %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-thread-private -S %s 2>&1 | FileCheck %s --check-prefix=OFF
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@own = internal addrspace(3) global [128 x i32] undef, align 4
@free = internal addrspace(3) global [128 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; REMARK: access needs no check: every access to the shared array is to the thread's own element
; CHECK: proved thread-private write
; OFF-NOT: thread-private
; CHECK-LABEL: define {{.*}}@__warpsan_twin_required(
; CHECK-NOT: @__warpsan_access
; CHECK: ret void
define ptx_kernel void @required() "nvvm.reqntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr [128 x i32], ptr addrspacecast (ptr addrspace(3) @own to ptr), i64 0, i64 %i
  store i32 1, ptr %p, align 4
  ret void
}
; One byte of the own element is fine too.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_any(
; CHECK: call void @__warpsan_access({{.*}}, i64 1, i32 [[#]], i32 0, i64 0, i32 25)
define ptx_kernel void @any(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %scaled = shl i32 %t, 2
  %next = add i32 %scaled, 3
  %i = sext i32 %next to i64
  %p = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @free to ptr), i64 %i
  %v = load i8, ptr %p, align 1
  ret void
}
