; disable_sanitizer_instrumentation switches access checks off, and says so in
; the site table, but never synchronisation.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -S %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
; CHECK: site 0 not-analysed OptedOut write
define ptx_kernel void @kernel(ptr %p) disable_sanitizer_instrumentation {
  store i32 1, ptr %p, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK-NOT: @__warpsan_access
; CHECK: call void @__warpsan_block_barrier(
