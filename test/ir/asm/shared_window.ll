; A 32-bit address is one in the shared window: the check gets the generic
; pointer rebuilt from it, and knows the space.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: [[WIDE:%.*]] = zext i32 %window to i64
; CHECK: [[SHARED:%.*]] = inttoptr i64 [[WIDE]] to ptr addrspace(3)
; CHECK: [[GENERIC:%.*]] = addrspacecast ptr addrspace(3) [[SHARED]] to ptr
; CHECK: [[PLUS:%.*]] = getelementptr i8, ptr [[GENERIC]], i64 16
; CHECK: call void @__warpsan_access(ptr {{.*}}, ptr [[PLUS]], i64 4, i32 0, i32 1, i64 {{.*}}, i32 13)
define ptx_kernel void @kernel(i32 %window, i32 %v) {
  call void asm sideeffect "st.shared.u32 [$0+16], $1;", "r,r,~{memory}"(i32 %window, i32 %v)
  ret void
}
