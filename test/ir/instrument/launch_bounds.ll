; Launch bounds of the program hold for the twin too.
; RUN: %opt -passes=warpsan-instrument -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @bounded(ptr %out) #0 {
  store i32 1, ptr %out, align 4
  ret void
}
define ptx_kernel void @required(ptr %out) #1 {
  store i32 1, ptr %out, align 4
  ret void
}
; CHECK: @__warpsan_twin_bounded({{.*}}) #[[BOUNDED:[0-9]+]]
; CHECK: @__warpsan_twin_required({{.*}}) #[[REQUIRED:[0-9]+]]
; CHECK: attributes #[[BOUNDED]] = { "nvvm.maxntid"="128" }
; CHECK: attributes #[[REQUIRED]] = { "nvvm.reqntid"="64,2" }
attributes #0 = { "nvvm.maxntid"="128" }
attributes #1 = { "nvvm.reqntid"="64,2" }
