; Mode ld: kernels that would not do the same twice have the twin of mode fsm.
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=ld -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef, align 4

; CHECK-LABEL: define {{.*}}@__warpsan_twin_atomic(
; CHECK-NOT: region_enter
; CHECK: call void @__warpsan_access(
; CHECK-LABEL: define {{.*}}@__warpsan_twin_clock(
; CHECK-NOT: region_enter
; CHECK: call void @__warpsan_access(
; CHECK-LABEL: define {{.*}}@__warpsan_twin_spin(
; CHECK-NOT: region_enter
; CHECK: call void @__warpsan_access(
; CHECK-LABEL: define {{.*}}@__warpsan_twin_assembly(
; CHECK-NOT: region_enter
; CHECK: call void @__warpsan_access(
; CHECK-LABEL: define {{.*}}@__warpsan_twin_global(
; CHECK: region_enter(ptr %{{.*}}, ptr null, i64 0, ptr null)
; CHECK-LABEL: define {{.*}}@__warpsan_twin_private(
; CHECK: region_enter
define ptx_kernel void @atomic(ptr %p) {
  %old = atomicrmw add ptr addrspace(3) @tile, i32 1 monotonic
  store i32 %old, ptr addrspace(3) @tile, align 4
  ret void
}
define ptx_kernel void @clock(ptr %p) {
  %now = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  store i32 %now, ptr addrspace(3) @tile, align 4
  ret void
}
define ptx_kernel void @spin(ptr %p) {
entry:
  br label %loop
loop:
  %x = load i32, ptr addrspace(3) @tile, align 4
  %waits = icmp eq i32 %x, 0
  br i1 %waits, label %loop, label %done
done:
  store i32 1, ptr addrspace(3) @tile, align 4
  ret void
}
define ptx_kernel void @assembly(ptr %p) {
  %place = call i32 asm sideeffect "mov.u32 $0, %smid;", "=r"()
  store i32 %place, ptr addrspace(3) @tile, align 4
  ret void
}
define ptx_kernel void @global(ptr %p) {
  store i32 1, ptr %p, align 4
  ret void
}
define ptx_kernel void @private(ptr %p) {
  store i32 1, ptr addrspace(3) @tile, align 4
  ret void
}
