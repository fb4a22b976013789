; Mode ld: stores that are proved apart are not read back, or only in blocks of another shape than
; the proof is for; others are compared as integers, so that a NaN equals itself.
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=ld -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@own = internal addrspace(3) global [128 x float] undef, align 4
@shapes = internal addrspace(3) global [1024 x float] undef, align 4
@others = internal addrspace(3) global [64 x float] undef, align 8

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: store float 1.000000e+00, ptr
; CHECK-NOT: load volatile
; CHECK: store float %x, ptr %[[COPY:.*]], align 4
; CHECK-NEXT: %[[STORED:.*]] = bitcast float %x to i32
; CHECK-NEXT: %[[FLOAT:.*]] = load volatile float, ptr %[[COPY]], align 4
; CHECK-NEXT: %[[FOUND:.*]] = bitcast float %[[FLOAT]] to i32
; CHECK-NEXT: icmp ne i32 %[[FOUND]], %[[STORED]]
; CHECK: store <2 x float> %v, ptr %[[PAIR:.*]], align 8
; CHECK-NEXT: bitcast <2 x float> %v to i64
; CHECK-NEXT: load volatile <2 x float>, ptr %[[PAIR]], align 8
; CHECK: store ptr %p, ptr %[[PLACE:.*]], align 8
; CHECK-NEXT: %[[POINTER:.*]] = load volatile ptr, ptr %[[PLACE]], align 8
; CHECK-NEXT: icmp ne ptr %[[POINTER]], %p
; CHECK: warpsan.dispatch:
define ptx_kernel void @kernel(ptr %p, i64 %i, float %x, <2 x float> %v) "nvvm.reqntid"="128" {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr inbounds float, ptr addrspace(3) @own, i32 %thread
  store float 1.0, ptr addrspace(3) %mine, align 4
  %any = getelementptr inbounds float, ptr addrspace(3) @others, i64 %i
  store float %x, ptr addrspace(3) %any, align 4
  store <2 x float> %v, ptr addrspace(3) @others, align 8
  %other = getelementptr inbounds i8, ptr addrspace(3) @others, i64 8
  store ptr %p, ptr addrspace(3) %other, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define {{.*}}@__warpsan_twin_shaped(
; CHECK: store float 1.000000e+00, ptr %[[COPY:.*]], align 4
; CHECK-NEXT: %[[OFF:.*]] = call i32 @__warpsan_region_off_shape(
; CHECK-NEXT: %[[ASKS:.*]] = icmp ne i32 %[[OFF]], 0
; CHECK-NEXT: br i1 %[[ASKS]], label %[[READ:.*]], label %[[ON:.*]]
; CHECK: [[READ]]:
; CHECK-NEXT: load volatile float, ptr %[[COPY]], align 4
; CHECK: call void @__warpsan_region_stored(
; CHECK-NEXT: br label %[[ON]]
; CHECK: warpsan.dispatch:
define ptx_kernel void @shaped() {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr inbounds float, ptr addrspace(3) @shapes, i32 %thread
  store float 1.0, ptr addrspace(3) %mine, align 4
  ret void
}
