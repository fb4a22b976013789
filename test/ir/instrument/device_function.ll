; Twins of device functions are inlined into the twins of kernels; a recursive
; one stays and takes the context as its last parameter.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @put(ptr %p)
; CHECK-NOT: __warpsan
; CHECK: ret void
define internal void @put(ptr %p) noinline optnone {
  store i32 1, ptr %p, align 4
  ret void
}
define internal void @down(ptr %p, i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %exit, label %more
more:
  store i32 %n, ptr %p, align 4
  %less = sub i32 %n, 1
  call void @down(ptr %p, i32 %less)
  br label %exit
exit:
  ret void
}
define ptx_kernel void @kernel(ptr %p) {
  call void @put(ptr %p)
  call void @down(ptr %p, i32 3)
  ret void
}
; CHECK-NOT: @put.warpsan
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: call void @__warpsan_access(ptr %[[CONTEXT:.*]], ptr %p,
; CHECK-NEXT: store i32 1, ptr %p
; CHECK: call void @down.warpsan(ptr %p, i32 3, ptr %[[CONTEXT]])
; CHECK-LABEL: define internal void @down.warpsan(ptr %p, i32 %n, ptr %warpsan.context)
; CHECK: call void @__warpsan_access(ptr %warpsan.context, ptr %p,
; CHECK: call void @down.warpsan(ptr %p, i32 %less, ptr %warpsan.context)
