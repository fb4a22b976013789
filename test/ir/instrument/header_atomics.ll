; Atomics in functions of the CUDA headers are tagged, so that after inlining
; they still count as relaxed; the same instruction elsewhere may order.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -S %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define internal i32 @_ZL12__iAtomicCASPiii(ptr %p, i32 %a, i32 %b) {
  %r = cmpxchg ptr %p, i32 %a, i32 %b seq_cst seq_cst, align 4
  %v = extractvalue { i32, i1 } %r, 0
  ret i32 %v
}
define ptx_kernel void @cuda(ptr %p) {
  %v = call i32 @_ZL12__iAtomicCASPiii(ptr %p, i32 0, i32 1)
  ret void
}
define ptx_kernel void @builtin(ptr %p) {
  %v = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst, align 4
  ret void
}
; CHECK: kernel cuda {{.*}} flags: strong global reasons:
; CHECK: kernel builtin {{.*}} flags: fence strong global histories reasons:
; CHECK-LABEL: define internal i32 @_ZL12__iAtomicCASPiii(
; CHECK: cmpxchg {{.*}} !warpsan.cuda
