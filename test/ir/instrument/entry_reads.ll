; A twin kernel reads the registers of its launch and the numbers among its parameters
; once, at entry. Pointers, volatile reads, and structs that it writes stay.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%S = type { ptr, i32, i32 }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: [[TID:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %s, i64 8
; CHECK: [[NUMBER:%.*]] = load i32, ptr [[AT]], align 8
; CHECK: call void @__warpsan_kernel_enter(
; CHECK: loop:
; CHECK-NOT: sreg.tid.x
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: load ptr, ptr %s, align 8
; CHECK: load volatile i32
; CHECK: [[OWN:%.*]] = load i32, ptr %t, align 8
; CHECK: add i32 [[TID]], [[NUMBER]]
; CHECK: add i32 {{.*}}, [[OWN]]
define ptx_kernel void @kernel(ptr byval(%S) align 8 %s, ptr byval(%S) align 8 %t) {
  br label %loop
loop:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr inbounds %S, ptr %s, i64 0, i32 1
  %number = load i32, ptr %at, align 8
  %p = load ptr, ptr %s, align 8
  %polled = load volatile i32, ptr %at, align 8
  %own = load i32, ptr %t, align 8
  %a = add i32 %tid, %number
  %b = add i32 %a, %own
  %c = add i32 %b, %lane
  store i32 %c, ptr %p, align 4
  store i32 %c, ptr %t, align 8
  %d = icmp slt i32 %polled, %c
  br i1 %d, label %loop, label %end
end:
  ret void
}
