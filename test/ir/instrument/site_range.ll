; -warpsan-site-range keeps the checks of some sites only; the others are not
; silently gone.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-site-range=1:2 -S %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: site 0 not-analysed OptedOut read
; CHECK: site 1 checked write
define ptx_kernel void @kernel(ptr %p) {
  %v = load i32, ptr %p, align 4
  store i32 1, ptr %p, align 4
  ret void
}
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 1, i32 1,
; CHECK-NOT: call void @__warpsan_access(
