; A pointer that may be one of several: each has a form that says nothing of where,
; and the check carries no root. Null is none.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -S %s 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x i32] undef, align 4
@scratch = addrspace(1) global [64 x i32] zeroinitializer, align 4

; CHECK-LABEL: kernel chosen
; CHECK-NOT: open-stores
; CHECK-SAME: unrooted-checks reasons
; CHECK-NEXT: root 0 arg1
; CHECK-NEXT: root 1 arg0
; CHECK-NEXT: form root 0 write of 4 at any
; CHECK-NEXT: form root 1 write of 4 at any
; CHECK-LABEL: kernel maybeShared
; CHECK-NOT: open-stores
; CHECK-SAME: unrooted-checks reasons
; CHECK-NEXT: root 0 arg0
; CHECK-NEXT: form root 0 write of 4 at any
; CHECK-LABEL: kernel maybeNull
; CHECK-NOT: {{open-stores|unrooted-checks}}
; CHECK-SAME: reasons
; CHECK-NEXT: root 0 scratch
; CHECK-NEXT: form root 0 write of 4 at any
; CHECK-LABEL: kernel maybeFar
; CHECK-SAME: open-stores unrooted-checks reasons
; CHECK-LABEL: kernel rotated
; CHECK-NEXT: root 0 arg1
; CHECK-NEXT: root 1 arg0
; CHECK-NEXT: form root 0 read of 4 at any
; CHECK-NEXT: form root 1 read of 4 at any

; CHECK-LABEL: define {{.*}}@__warpsan_twin_chosen(
; CHECK: call void @__warpsan_access({{.*}}, i32 12)
define ptx_kernel void @chosen(ptr %a, ptr %b, i1 %c) {
  br i1 %c, label %left, label %join
left:
  %next = getelementptr i32, ptr %b, i64 1
  br label %join
join:
  %p = phi ptr [ %a, %0 ], [ %next, %left ]
  store i32 1, ptr %p, align 4
  ret void
}
; CHECK-LABEL: define {{.*}}@__warpsan_twin_maybeShared(
; CHECK: call void @__warpsan_access({{.*}}, i32 12)
define ptx_kernel void @maybeShared(ptr %a, i1 %c) {
  %p = select i1 %c, ptr %a, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  store i32 1, ptr %p, align 4
  ret void
}
; CHECK-LABEL: define {{.*}}@__warpsan_twin_maybeNull(
; CHECK: call void @__warpsan_access({{.*}}, i32 {{268|270}})
define ptx_kernel void @maybeNull(i1 %c) {
  %p = select i1 %c, ptr null, ptr addrspacecast (ptr addrspace(1) @scratch to ptr)
  store i32 1, ptr %p, align 4
  ret void
}
define ptx_kernel void @maybeFar(ptr %a, ptr %b, i1 %c) {
  %far = load ptr, ptr %b, align 8
  %p = select i1 %c, ptr %a, ptr %far
  store i32 1, ptr %p, align 4
  ret void
}
define ptx_kernel void @rotated(ptr %a, ptr %b, i32 %n) {
  br label %loop
loop:
  %p = phi ptr [ %a, %0 ], [ %q, %loop ]
  %q = phi ptr [ %b, %0 ], [ %p, %loop ]
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %v = load i32, ptr %p, align 4
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}
