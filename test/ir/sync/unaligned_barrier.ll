; Lanes may reach a block barrier without .aligned one by one. In a twin they
; meet first; nothing changes in the program's own kernel.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-target=cpu -S %s | FileCheck %s --check-prefix CPU
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@kernel(
; CHECK-NOT: bar.warp.sync
; CHECK: define {{.*}}@__warpsan_twin_kernel(
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK-NEXT: call void @__warpsan_block_barrier(
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: call void asm sideeffect "barrier.sync 0;"
; CHECK-NEXT: call void @__warpsan_block_barrier(
; CHECK-NOT: bar.warp.sync
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NOT: call void @llvm.nvvm.bar.warp.sync
; CPU-NOT: bar.warp.sync
define ptx_kernel void @kernel(ptr %p) {
  store i32 1, ptr %p, align 4
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  call void asm sideeffect "barrier.sync 0;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 2, ptr %p, align 4
  ret void
}
