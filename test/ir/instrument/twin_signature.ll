; A kernel keeps its original and gets a twin with the launch record, by value,
; as one more parameter; without launch bounds the twin may have 1024 threads.
; RUN: %opt -passes=warpsan-instrument,verify -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @kernel(ptr noundef %out)
; CHECK-NEXT: store i32 1, ptr %out
; CHECK-NEXT: ret void
define ptx_kernel void @kernel(ptr noundef %out) #0 {
  store i32 1, ptr %out, align 4
  ret void
}

; CHECK-LABEL: define {{.*}}ptx_kernel void @__warpsan_twin_kernel(ptr noundef %out, ptr noundef byval([{{[0-9]+}} x i64]) align 8 "nvvm.grid_constant" "warpsan.record" %warpsan.record)
; CHECK-SAME: #[[TWIN:[0-9]+]]
; CHECK: call void @__warpsan_kernel_enter(ptr %[[CONTEXT:.*]], ptr %warpsan.record)
; CHECK: call void @__warpsan_access(ptr %[[CONTEXT]], ptr %out
; CHECK-NEXT: store i32 1, ptr %out
; CHECK: call void @__warpsan_kernel_exit(ptr %[[CONTEXT]])
; CHECK-NEXT: ret void

; CHECK: attributes #[[TWIN]] = {
; CHECK-NOT: memory(
; CHECK-SAME: "nvvm.maxntid"="1024"
attributes #0 = { nounwind memory(argmem: write) }
