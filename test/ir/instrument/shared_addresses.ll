; A constant that holds addresses of shared memory becomes a variable of the
; stack into which they are stored, in each function that uses it, and through
; constants that name it. Null is left in the constant, which the table of variables
; names. A constant whose address the function returns stays, and no table names it.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=off -S %s | FileCheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [8 x i32] undef, align 4

; CHECK: @view = private unnamed_addr constant { i64, ptr } { i64 7, ptr null }
; CHECK: @inner = internal addrspace(4) constant [2 x ptr] zeroinitializer
; CHECK: @outer = internal constant { ptr } { ptr addrspacecast (ptr addrspace(4) @inner to ptr) }
; CHECK: @returned = internal constant { ptr } { ptr addrspacecast (ptr addrspace(3) @tile to ptr) }
; CHECK: @written = internal global { ptr } { ptr addrspacecast (ptr addrspace(3) @tile to ptr) }
; CHECK: @__warpsan_global_addresses = {{.*}} [ptr null, ptr @view, ptr @outer, ptr @written]
; OFF: @view = private unnamed_addr constant { i64, ptr } { i64 7, ptr addrspacecast (ptr addrspace(3) @tile to ptr) }
@view = private unnamed_addr constant { i64, ptr } { i64 7, ptr addrspacecast (ptr addrspace(3) @tile to ptr) }
@inner = internal addrspace(4) constant [2 x ptr] [ptr null, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 8)]
@outer = internal constant { ptr } { ptr addrspacecast (ptr addrspace(4) @inner to ptr) }
@returned = internal constant { ptr } { ptr addrspacecast (ptr addrspace(3) @tile to ptr) }
@written = internal global { ptr } { ptr addrspacecast (ptr addrspace(3) @tile to ptr) }
@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @tile to ptr)], section "llvm.metadata"

; CHECK-LABEL: define ptx_kernel void @copies(
; CHECK: [[VIEW:%.*]] = alloca { i64, ptr }, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 [[VIEW]], ptr @view, i64 16, i1 false)
; CHECK-NEXT: [[FIELD:%.*]] = getelementptr i8, ptr [[VIEW]], i64 8
; CHECK-NEXT: store ptr addrspacecast (ptr addrspace(3) @tile to ptr), ptr [[FIELD]], align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %out, ptr align 8 [[VIEW]], i64 16, i1 false)
define ptx_kernel void @copies(ptr %out) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %out, ptr align 8 @view, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @nested(
; CHECK-DAG: [[OUTER:%.*]] = alloca { ptr }
; CHECK-DAG: [[INNER:%.*]] = alloca [2 x ptr]
; CHECK: store ptr [[INNER]], ptr {{%.*}}, align 8
; CHECK: getelementptr i8, ptr [[INNER]], i64 8
; CHECK: store ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 8)
; CHECK: load ptr, ptr [[OUTER]]
define ptx_kernel void @nested(ptr %out) {
  %inner = load ptr, ptr @outer, align 8
  %place = getelementptr ptr, ptr %inner, i64 1
  %value = load ptr, ptr %place, align 8
  store i32 1, ptr %value, align 4
  ret void
}

; CHECK-LABEL: define ptr @get(
; CHECK: ret ptr @returned
define ptr @get() {
  ret ptr @returned
}

; CHECK-LABEL: define ptr @read(
; CHECK: load ptr, ptr @written
define ptr @read() {
  %value = load ptr, ptr @written, align 8
  ret ptr %value
}
