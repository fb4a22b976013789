; -warpsan-yield=runtime: on the CPU target the program's own function is called
; before each atomic access of the detector, and in place of its sleeping.
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -warpsan-target=cpu -warpsan-yield=runtime -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -warpsan-target=cpu -S %s | FileCheck %s --check-prefix=OFF
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -warpsan-yield=runtime -S %s | FileCheck %s --check-prefix=OFF
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; OFF-NOT: __warpsan_runtime_yield
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
define ptx_kernel void @kernel(ptr %p) #0 {
; CHECK: call void @__warpsan_runtime_yield()
; CHECK-NEXT: {{.*}} = load atomic
; CHECK: store atomic i32 %v, ptr %p release
; CHECK: ret void
  %v = atomicrmw add ptr %p, i32 1 syncscope("device") acq_rel
  store atomic i32 %v, ptr %p release, align 4
  ret void
}
; CHECK-NOT: call void @llvm.nvvm.nanosleep
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
