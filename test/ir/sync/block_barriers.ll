; Every form of the block barrier that waits for all threads is one; a form
; with a number of threads only if that is the size the launch bounds require.
; RUN: %opt -passes='print<warpsan-sync-effects>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: effects of kernel:
define ptx_kernel void @kernel(i32 %id, i32 %n) {
; CHECK-COUNT-7: event=block-barrier flags: block-barrier reasons:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 %id)
  %a = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 true)
  %b = call i1 @llvm.nvvm.barrier.cta.red.and.all(i32 0, i1 true)
  call void asm sideeffect "bar.sync 0;", ""()
  call void asm sideeffect "barrier.sync $0;", "r,~{memory}"(i32 %id)
  %c = call i32 asm sideeffect "barrier.cta.sync.aligned 1; mov.u32 $0, 1;", "=r"()
; CHECK: event=named-sync flags: named-barrier reasons:
; CHECK: event=named-arrive flags: named-barrier reasons:
; CHECK: event=named-sync flags: named-barrier reasons:
; CHECK: event=named-arrive flags: named-barrier reasons:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 64)
  call void asm sideeffect "bar.sync $0, $1;", "r,r,~{memory}"(i32 1, i32 %n)
  call void asm sideeffect "bar.arrive 1, 64;", "~{memory}"()
  ret void
}
; CHECK-LABEL: effects of required:
define ptx_kernel void @required() "nvvm.reqntid"="32,2" {
; CHECK-COUNT-2: event=block-barrier flags: block-barrier reasons:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  call void asm sideeffect "bar.sync $0, $1;", "r,r,~{memory}"(i32 1, i32 64)
; CHECK: event=named-sync flags: named-barrier reasons:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 32)
  ret void
}
