; Shared memory that is aligned to more than the host reckons with: all kernels of the
; module say so, since dynamic memory starts at the same place for all.
; RUN: split-file %s %t
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t/wide.ll 2>&1 | FileCheck %s --check-prefix=WIDE
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t/usual.ll 2>&1 | FileCheck %s --check-prefix=USUAL
; WIDE: kernel kernel {{.*}} flags:{{.*}} shared-size reasons:
; USUAL: kernel kernel
; USUAL-NOT: shared-size
; USUAL-SAME: reasons:

;--- wide.ll
target triple = "nvptx64-nvidia-cuda"
@dynamic = external addrspace(3) global [0 x i32], align 2048
define ptx_kernel void @kernel(ptr %p) {
  store i32 1, ptr addrspace(3) @dynamic
  ret void
}

;--- usual.ll
target triple = "nvptx64-nvidia-cuda"
@dynamic = external addrspace(3) global [0 x i32], align 1024
define ptx_kernel void @kernel(ptr %p) {
  store i32 1, ptr addrspace(3) @dynamic
  ret void
}
