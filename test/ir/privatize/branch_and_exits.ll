; Mode ld: a barrier in a branch, and two returns. A thread that returns ends its region as one
; at the barrier does, but carries nothing over: it tells what it has stored and its rounds of
; loops alone. What it does at the end of the kernel comes once, behind.
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=ld -warpsan-elide=none -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef, align 4

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: common.ret:
; CHECK-NEXT: %[[STORED:.*]] = load i64, ptr %warpsan.stored
; CHECK-NEXT: %[[STEPS:.*]] = load i32, ptr %warpsan.steps
; CHECK-NEXT: %[[NEXT:.*]] = call i32 @__warpsan_region_exit(ptr %{{.*}}, i64 %[[STORED]], i32 %[[STEPS]])
; CHECK-NEXT: store i32 %[[NEXT]], ptr %warpsan.next
; CHECK-NEXT: %[[OVER:.*]] = icmp eq i32 %[[NEXT]], 0
; CHECK-NEXT: br i1 %[[OVER]], label %[[BEHIND:.*]], label %warpsan.dispatch
; CHECK: [[BEHIND]]: {{.*}}preds = %common.ret.recorded, %common.ret
; CHECK-NEXT: call void @__warpsan_kernel_exit(
; CHECK-NEXT: ret void
; CHECK: meet:
; CHECK: call i32 @__warpsan_region_end(
; CHECK: warpsan.plain:
; CHECK-NEXT: switch i32
; CHECK-NEXT: i32 0,
; CHECK-NEXT: i32 1,
; CHECK-NEXT: ]
; CHECK-NOT: ret void
define ptx_kernel void @kernel(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %n, ptr addrspace(3) %at, align 4
  %early = icmp ugt i32 %t, %n
  br i1 %early, label %out, label %on
out:
  ret void
on:
  %meets = icmp sgt i32 %n, 5
  br i1 %meets, label %meet, label %last
meet:
  store i32 7, ptr addrspace(3) %at, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %last
last:
  %x = load i32, ptr addrspace(3) @tile, align 4
  store i32 %x, ptr %p, align 4
  ret void
}
