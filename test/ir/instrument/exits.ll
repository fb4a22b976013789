; The run time hears of every way a thread leaves a kernel: returns and exit
; instructions, in the kernel and in the functions it calls.
; RUN: %opt -passes='warpsan-instrument' -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %p, i1 %a, i1 %b) {
  br i1 %a, label %return, label %next
return:
  ret void
next:
  br i1 %b, label %leave, label %last
leave:
  call void asm sideeffect "exit;", ""()
  unreachable
last:
  store i32 1, ptr %p, align 4
  ret void
}
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: common.ret:
; CHECK-NEXT: call void @__warpsan_kernel_exit(
; CHECK-NEXT: ret void
; CHECK: leave:
; CHECK-NEXT: call void @__warpsan_kernel_exit(
; CHECK-NEXT: call void asm sideeffect "exit;"
