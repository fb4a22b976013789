; Functions across translation units: a twin that others may call sets the
; unit's site base for its time; a call of another unit's function goes to its
; twin, with a weak default that reports it.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TABLE
target triple = "nvptx64-nvidia-cuda"

declare i32 @imported(ptr byval(i64) align 8)
declare i32 @vprintf(ptr, ptr)

define i32 @exported(ptr %p) noinline optnone {
  store i32 1, ptr %p, align 4
  ret i32 2
}

; Every unit that calls an inline function has a body of it.
define linkonce_odr void @inlined(ptr %p) noinline optnone {
  store i32 1, ptr %p, align 4
  ret void
}

define internal void @own(ptr %p) noinline optnone {
  store i32 1, ptr %p, align 4
  ret void
}

define ptx_kernel void @kernel(ptr %p) {
  call i32 @imported(ptr byval(i64) align 8 %p)
  call void @inlined(ptr %p)
  call void @own(ptr %p)
  call i32 @vprintf(ptr %p, ptr null)
  ret void
}

; CHECK: @__warpsan_unit_bases = internal addrspace(1) externally_initialized global [2 x i32] zeroinitializer
; CHECK-DAG: @__warpsan_unit_exported = addrspace(1) constant [3 x ptr] {{.*}}@__warpsan_unit_bases
; CHECK-DAG: @__warpsan_unit_kernel = addrspace(1) constant [3 x ptr]

; CHECK-LABEL: define {{.*}} @__warpsan_twin_kernel(
; CHECK: call i32 @__warpsan_twin_imported(ptr byval(i64) align 8 %p, ptr %warpsan.context)
; CHECK: call i32 @vprintf

; CHECK: define weak i32 @__warpsan_twin_imported(ptr byval(i64) align 8 [[P:%.*]], ptr [[CONTEXT:%.*]])
; CHECK-NEXT: entry:
; CHECK-NEXT: call void @__warpsan_unknown_code(ptr [[CONTEXT]], i32 7)
; CHECK-NEXT: [[RESULT:%.*]] = call i32 @imported(ptr byval(i64) align 8 [[P]])
; CHECK-NEXT: ret i32 [[RESULT]]

; CHECK: define i32 @__warpsan_twin_exported(ptr [[P:%.*]], ptr [[CONTEXT:%.*]])
; CHECK-NEXT: entry:
; CHECK-NEXT: [[CALLER:%.*]] = call i32 @__warpsan_unit_enter(ptr [[CONTEXT]], ptr addrspacecast (ptr addrspace(1) @__warpsan_unit_bases to ptr))
; CHECK-NEXT: [[RESULT:%.*]] = call i32 @exported.warpsan(ptr [[P]], ptr [[CONTEXT]])
; CHECK-NEXT: call void @__warpsan_unit_leave(ptr [[CONTEXT]], i32 [[CALLER]])
; CHECK-NEXT: ret i32 [[RESULT]]

; TABLE-DAG: kernel exported {{.*}} flags:{{.*}} function {{.*}}reasons:
; TABLE-DAG: kernel kernel {{.*}} flags:{{.*}} open open-stack histories open-stores unrooted-checks reasons: calls: imported
