; Kernels whose blocks wait for each other get a second twin, with few registers,
; without the bound on blocks that would contradict it. Others do not, nor do those
; that call through pointers, have as few already, or may be those of another unit
; (-fgpu-rdc), whose sites differ. Not on the CPU target.
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -S %s | FileCheck %s --check-prefix=NONE
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -warpsan-target=cpu -S %s | FileCheck %s --check-prefix=CPU
; CPU: @__warpsan_twin_waits(
; CPU-NOT: @__warpsan_slim_
; NONE-NOT: @__warpsan_slim_{{inline|runs|points|few}}
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

$inline = comdat any

define internal void @wait(ptr %flag) #0 {
  br label %loop
loop:
  %value = load volatile i32, ptr %flag, align 4
  %again = icmp eq i32 %value, 0
  br i1 %again, label %loop, label %done
done:
  ret void
}

define ptx_kernel void @waits(ptr %flag) #1 {
  call void @wait(ptr %flag)
  store i32 1, ptr %flag, align 4
  ret void
}

define linkonce_odr ptx_kernel void @inline(ptr %flag) #0 comdat {
  call void @wait(ptr %flag)
  ret void
}

define ptx_kernel void @runs(ptr %out) #0 {
  store i32 1, ptr %out, align 4
  ret void
}

define ptx_kernel void @points(ptr %flag, ptr %function) #0 {
  call void @wait(ptr %flag)
  call void %function(ptr %flag)
  ret void
}

define ptx_kernel void @few(ptr %flag) #2 {
  call void @wait(ptr %flag)
  ret void
}

; CHECK: @__warpsan_twin_waits({{.*}}) #[[TWIN:[0-9]+]] {
; CHECK: define {{.*}}ptx_kernel void @__warpsan_slim_waits(ptr %flag, {{.*}} "warpsan.record" %warpsan.record) #[[SLIM:[0-9]+]] {
; CHECK: call void @__warpsan_undecided_access
; CHECK: attributes #[[TWIN]] = { {{.*}}"nvvm.minctasm"="4"
; CHECK: attributes #[[SLIM]] = { "nvvm.maxnreg"="32" "nvvm.maxntid"="128" "target-cpu"
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
attributes #1 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "nvvm.maxntid"="128" "nvvm.minctasm"="4" }
attributes #2 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "nvvm.maxnreg"="24" }
