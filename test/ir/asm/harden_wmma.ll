; An operation of the whole warp must not become two, one on each way of a branch.
; RUN: %opt -passes=warpsan-instrument -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: call void @llvm.nvvm.wmma.m8n8k4.store.d.row.f64.p0({{.*}}) [[CONVERGENT:#[0-9]+]]
; CHECK: attributes [[CONVERGENT]] = { convergent }
define ptx_kernel void @kernel(ptr %p, double %d) {
  call void @llvm.nvvm.wmma.m8n8k4.store.d.row.f64.p0(ptr %p, double %d, double %d)
  ret void
}
