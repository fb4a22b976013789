; Copies that the optimiser makes of twins are lowered as well, whatever their
; names.
; RUN: %opt -passes='warpsan-lower,verify' -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare void @__warpsan_block_barrier(ptr)
; CHECK-LABEL: define internal void @f.warpsan.specialized.1(
; CHECK-NOT: @__warpsan_
; CHECK: ret void
define internal void @f.warpsan.specialized.1(ptr %context) {
  call void @__warpsan_block_barrier(ptr %context)
  ret void
}
define ptx_kernel void @__warpsan_twin_kernel(ptr %context) {
  call void @f.warpsan.specialized.1(ptr %context)
  ret void
}
