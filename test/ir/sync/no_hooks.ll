; Without fences and barriers of a part of the block, strong accesses order
; nothing: no call but the check.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK-NOT: call void @__warpsan_strong
; CHECK: ret void
define ptx_kernel void @kernel(ptr %flag, ptr %data) {
  %old = atomicrmw add ptr %flag, i32 1 monotonic, align 4, !warpsan.cuda !0
  %seen = load volatile i32, ptr %flag, align 4
  %sum = add i32 %old, %seen
  store i32 %sum, ptr %data, align 4
  ret void
}
!0 = !{}
