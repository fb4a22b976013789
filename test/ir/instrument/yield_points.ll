; -warpsan-yield=accesses: on the CPU target threads may be switched before each
; check, never between a check and its access; a proved access has neither.
; RUN: %opt -passes=warpsan-instrument -warpsan-target=cpu -warpsan-yield=accesses -S %s | FileCheck %s
; RUN: %opt -passes=warpsan-instrument -warpsan-target=cpu -S %s | FileCheck %s --check-prefix=OFF
; RUN: %opt -passes=warpsan-instrument -warpsan-yield=accesses -S %s | FileCheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"

; OFF-NOT: __warpsan_cpu_yield
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
define ptx_kernel void @kernel(ptr %p) {
; CHECK: call void @__warpsan_cpu_yield()
; CHECK-NEXT: call void @__warpsan_access(
; CHECK-NEXT: store i32 7, ptr %p
  store i32 7, ptr %p, align 4
; CHECK-NOT: __warpsan_cpu_yield
; CHECK: ret void
  %own = load i32, ptr addrspace(4) @constant
  ret void
}

@constant = addrspace(4) constant i32 1
