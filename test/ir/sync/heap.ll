; Behind each malloc of a twin stands a hook with what it returned, at whatever
; depth of calls; free needs none. Modules with one get a kernel that finds the
; heap, others and those for the CPU target do not.
; RUN: split-file %s %t
; RUN: %opt -passes=warpsan-instrument -S %t/heap.ll | FileCheck %t/heap.ll
; RUN: %opt -passes=warpsan-instrument -warpsan-target=cpu -S %t/heap.ll | FileCheck %s --check-prefix=NONE
; RUN: %opt -passes=warpsan-instrument -S %t/none.ll | FileCheck %s --check-prefix=NONE
; RUN: %opt -passes=warpsan-instrument,warpsan-lower -S %t/heap.ll | FileCheck %t/heap.ll --check-prefix=LOWER
; NONE-NOT: __warpsan_heap_probe

;--- heap.ll
target triple = "nvptx64-nvidia-cuda"

declare ptr @malloc(i64)
declare void @free(ptr)
declare ptr @__nv_aligned_device_malloc_impl(i64, i64)

; The original stays as it is.
; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK-NOT: __warpsan_heap_taken
; CHECK-LABEL: define {{.*}}@operator_new(
; CHECK-NOT: __warpsan_heap_taken
define ptx_kernel void @kernel(ptr %p) {
  %a = call ptr @malloc(i64 8)
  store ptr %a, ptr %p
  %b = call ptr @operator_new(i64 12)
  store ptr %b, ptr %p
  %c = call ptr @__nv_aligned_device_malloc_impl(i64 24, i64 8)
  store ptr %c, ptr %p
  call void @free(ptr %a)
  ret void
}

define internal ptr @operator_new(i64 %size) noinline {
  %a = call ptr @malloc(i64 %size)
  ret ptr %a
}

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: %[[A:.+]] = call ptr @malloc(i64 8)
; CHECK-NEXT: call void @__warpsan_heap_taken(ptr %[[CONTEXT:.+]], ptr %[[A]], i64 8)
; CHECK: %[[B:.+]] = call ptr @malloc(i64 12)
; CHECK-NEXT: call void @__warpsan_heap_taken(ptr %[[CONTEXT]], ptr %[[B]], i64 12)
; CHECK: %[[C:.+]] = call ptr @__nv_aligned_device_malloc_impl(i64 24, i64 8)
; CHECK-NEXT: call void @__warpsan_heap_taken(ptr %[[CONTEXT]], ptr %[[C]], i64 24)
; CHECK: call void @free(ptr %[[A]])
; CHECK-NEXT: call void @__warpsan_kernel_exit(

; CHECK-LABEL: define weak ptx_kernel void @__warpsan_heap_probe(ptr %0)
; CHECK: %[[P:.+]] = call ptr @malloc(i64 1)
; CHECK-NEXT: store ptr %[[P]], ptr %0
; CHECK-NEXT: call void @free(ptr %[[P]])
; CHECK-NEXT: ret void

; LOWER-NOT: call void @__warpsan_heap_taken
; LOWER: define weak ptx_kernel void @__warpsan_heap_probe(

;--- none.ll
target triple = "nvptx64-nvidia-cuda"

declare void @free(ptr)

define ptx_kernel void @kernel(ptr %p) {
  store i32 1, ptr %p
  call void @free(ptr %p)
  ret void
}
