; What a kernel may do includes what the functions do that it calls.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define internal void @again(ptr %p, i32 %n) {
  store i32 %n, ptr %p, align 4
  call void @llvm.nvvm.membar.gl()
  %less = sub i32 %n, 1
  call void @again(ptr %p, i32 %less)
  ret void
}
; CHECK: kernel caller {{.*}} sites: 0 flags: fence shared global open-stack histories open-stores unrooted-checks reasons:
define ptx_kernel void @caller(ptr %p) {
  call void @again(ptr %p, i32 1)
  ret void
}
; CHECK: kernel other {{.*}} sites: flags: reasons:
define ptx_kernel void @other() {
  ret void
}
