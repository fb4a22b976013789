; A call that passes an object by value reads it.
; RUN: %opt -passes='print<warpsan-accesses>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare void @use(ptr byval([4 x i32]) align 4)
define ptx_kernel void @kernel(ptr %p) {
; CHECK: read scope=none size=16 address=%p
; CHECK: not-analysed=ExternalCall
  call void @use(ptr byval([4 x i32]) align 4 %p)
  ret void
}
