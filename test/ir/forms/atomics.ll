; Atomics of device scope do not race with each other, which the tables tell. Those
; of block scope may, with threads of other blocks.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel kernel
; CHECK-DAG: form root 0 wide atomic write of 4 at 0
; CHECK-DAG: form root 0 atomic write of 4 at 4
; CHECK-DAG: form root 0 wide atomic read of 4 at 8
; CHECK-DAG: form root 0 write of 4 at 12
define ptx_kernel void @kernel(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i8, ptr %p, i64 8
  %s = getelementptr i8, ptr %p, i64 12
  %a = atomicrmw add ptr %p, i32 1 syncscope("device") monotonic, align 4
  %b = cmpxchg ptr %q, i32 0, i32 1 syncscope("block") monotonic monotonic, align 4
  %c = load atomic i32, ptr %r syncscope("device") monotonic, align 4
  store i32 %c, ptr %s, align 4
  ret void
}
