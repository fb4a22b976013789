; The device runtime is linked in and inlined; its atomics carry a mark, and on
; the CPU target what only that target knows stays undefined.
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -warpsan-target=cpu -S %s | FileCheck %s --check-prefix=CPU
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %p) #0 {
  store i32 1, ptr %p, align 4
  ret void
}
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK-NOT: alloca [{{.*}} x i64]
; CHECK-NOT: call void @__warpsan_
; CHECK: store i32 1, ptr %p
; CHECK: ret void
; CHECK: !warpsan.runtime
; CHECK-NOT: @__warpsan_shared_base
; CHECK-NOT: @__warpsan_holds_memory
; CHECK-NOT: @__warpsan_starts_cleared
; CHECK-NOT: @__warpsan_add_to_counter
; CPU-DAG: declare {{.*}}i32 @__warpsan_shared_base()
; CPU-DAG: declare {{.*}}i1 @__warpsan_holds_memory(ptr
; CPU-DAG: declare {{.*}}i1 @__warpsan_starts_cleared()
; CPU-DAG: declare {{.*}}void @__warpsan_add_to_counter(ptr
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
