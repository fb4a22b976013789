; Mode det: regions run once, so nothing is saved or put back and there is no dispatcher, and
; no access is checked. Accesses go to copies all the same.
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=det -warpsan-elide=none -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef, align 4

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK-NOT: __warpsan_access
; CHECK-NOT: __warpsan_observe
; CHECK-NOT: warpsan.dispatch
; CHECK-NOT: warpsan.start
; CHECK: call i32 @__warpsan_region_enter(
; CHECK: call ptr @__warpsan_redirect_shared(
; CHECK: call i32 @__warpsan_region_end(
; CHECK-NEXT: br label %[[BEHIND:.*]]
; CHECK: [[BEHIND]]:
; CHECK-NEXT: call void @__warpsan_block_barrier(
; CHECK: call ptr @__warpsan_redirect_shared(
; CHECK: call ptr @__warpsan_redirect_store(
; CHECK: call i32 @__warpsan_region_exit(
; CHECK-NEXT: br label
; CHECK-NOT: __warpsan_observe
; CHECK: }
define ptx_kernel void @kernel(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %next = add i32 %t, 33
  %other = urem i32 %next, 64
  %from = getelementptr i32, ptr addrspace(3) @tile, i32 %other
  store i32 %t, ptr addrspace(3) %at, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load i32, ptr addrspace(3) %from, align 4
  %out = getelementptr i32, ptr %p, i32 %t
  store i32 %x, ptr %out, align 4
  ret void
}
