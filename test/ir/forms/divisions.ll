; Signed divisions as terms.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; Signed divisions, also of the round that a loop is in.
; CHECK-LABEL: kernel divided
; CHECK: write of 4 at (4 * sext64(((arg1 * (tid.x /s arg1)) + (tid.x %s arg1))))
; CHECK: write of 4 at (4 * sext64(((0 + k0 * 1) /s arg1))) if ((0 + k0 * 1) %s arg1) <s 5{{$}}
; CHECK: write of 4 at any
define ptx_kernel void @divided(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = sdiv i32 %tid, %n
  %column = srem i32 %tid, %n
  %start = mul i32 %row, %n
  %sum = add i32 %start, %column
  %wide = sext i32 %sum to i64
  %place = getelementptr i32, ptr %p, i64 %wide
  store volatile i32 0, ptr %place
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %line = sdiv i32 %i, %n
  %rest = srem i32 %i, %n
  %less = icmp slt i32 %rest, 5
  br i1 %less, label %then, label %latch
then:
  %wide.line = sext i32 %line to i64
  %place.line = getelementptr i32, ptr %p, i64 %wide.line
  store volatile i32 0, ptr %place.line
  br label %latch
latch:
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, 100
  br i1 %end, label %exit, label %loop
exit:
  %last = sext i32 %line to i64
  %place.last = getelementptr i32, ptr %p, i64 %last
  store volatile i32 0, ptr %place.last
  ret void
}
