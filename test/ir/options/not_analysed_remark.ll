; Accesses that are not analysed are remarks for those who ask.
; RUN: %opt -passes='warpsan-instrument' -pass-remarks-missed=warpsan -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='warpsan-instrument' -disable-output %s 2>&1 | count 0
target triple = "nvptx64-nvidia-cuda"

; CHECK: remark: {{.*}} access is not analysed: call through a pointer
define ptx_kernel void @kernel(ptr %f) {
  call void %f()
  ret void
}
