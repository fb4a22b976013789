; A call through a pointer becomes calls of the twins of all functions it may
; reach; what is left is reported at run time.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

@table = addrspace(1) global [2 x ptr] [ptr @put, ptr @take]

define internal void @put(ptr %p) noinline optnone {
  store i32 1, ptr %p, align 4
  ret void
}

define internal void @take(ptr %p) noinline optnone {
  %v = load i32, ptr %p, align 4
  ret void
}

; Its address is never taken.
define internal void @other(ptr %p) noinline optnone {
  ret void
}

; Another type.
@wide = addrspace(1) global ptr @two
define internal void @two(ptr %p, i32 %n) noinline optnone {
  ret void
}

define ptx_kernel void @kernel(ptr %p, i64 %n) {
  %slot = getelementptr ptr, ptr addrspace(1) @table, i64 %n
  %f = load ptr, ptr addrspace(1) %slot
  call void %f(ptr %p)
  call void @other(ptr %p)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK: call void %f(ptr %p)
; CHECK-LABEL: define {{.*}} @__warpsan_twin_kernel(
; CHECK-DAG: icmp eq ptr %f, @put
; CHECK-DAG: icmp eq ptr %f, @take
; CHECK-DAG: call void @__warpsan_access({{.*}}, i64 4, i32 {{[0-9]+}}, i32 0,
; CHECK-DAG: call void @__warpsan_access({{.*}}, i64 4, i32 {{[0-9]+}}, i32 1,
; CHECK-DAG: call void @__warpsan_unknown_code(ptr %warpsan.context, i32 6)
; CHECK-DAG: call void %f(ptr %p), !warpsan.dispatched
; CHECK-NOT: @two
