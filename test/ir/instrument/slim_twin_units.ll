; A kernel that calls functions of other units has no twin with few registers: a
; device linker would refuse it. Its own functions do no harm, whoever else may call
; them.
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -S %s | FileCheck %s
; CHECK-NOT: @__warpsan_slim_imports
; CHECK: define {{.*}}ptx_kernel void @__warpsan_slim_exports(
; CHECK-NOT: @__warpsan_slim_imports
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare void @elsewhere(ptr) #0

define void @wait(ptr %flag) #0 {
  br label %loop
loop:
  %value = load volatile i32, ptr %flag, align 4
  %again = icmp eq i32 %value, 0
  br i1 %again, label %loop, label %done
done:
  ret void
}

define ptx_kernel void @imports(ptr %flag) #0 {
  call void @wait(ptr %flag)
  call void @elsewhere(ptr %flag)
  ret void
}

define ptx_kernel void @exports(ptr %flag) #0 {
  call void @wait(ptr %flag)
  ret void
}
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
