; Functions of libdevice that are not known: what they do with pointers of others is not
; analysed. Those that touch no memory, or get a local variable, are no accesses.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @__nv_later(float, ptr)
declare void @__nv_sincosf(float, ptr, ptr)

; CHECK-LABEL: kernel stores {{.*}} open-stores
define ptx_kernel void @stores(ptr %p) {
  %x = call float @__nv_later(float 1.0, ptr %p)
  ret void
}
; CHECK-LABEL: kernel helper {{.*}} open-stores
define ptx_kernel void @helper(ptr %p) {
  call void @__internal_helper(ptr %p)
  ret void
}
define internal void @__internal_helper(ptr %p) {
  store i32 0, ptr %p
  ret void
}
; CHECK-LABEL: kernel own
; CHECK-NOT: open-stores
; CHECK-SAME: reasons:{{ *$}}
define ptx_kernel void @own() {
  %local = alloca float
  %x = call float @__nv_later(float 1.0, ptr %local)
  ret void
}
; CHECK-LABEL: kernel converts
; CHECK-NOT: open-stores
; CHECK-SAME: reasons:{{ *$}}
define ptx_kernel void @converts(ptr %p) {
  %x = call i64 @__nv_address(ptr %p)
  ret void
}
define internal i64 @__nv_address(ptr %p) {
  %x = ptrtoint ptr %p to i64
  ret i64 %x
}
; A local variable behind a branch, or another's: the check tells.
; CHECK-LABEL: kernel either
; CHECK-NOT: open-stores
; CHECK: form root 0 write of 4 at any
; CHECK: form root 0 write of 4 at 0
define ptx_kernel void @either(ptr %p, i1 %which) {
  %local = alloca float
  %one = select i1 %which, ptr %local, ptr %p
  call void @__nv_sincosf(float 1.0, ptr %one, ptr %p)
  ret void
}
; CHECK-DAG: site {{[0-9]+}} not-analysed {{.*}} function=stores
; CHECK-DAG: site {{[0-9]+}} not-analysed {{.*}} function=helper
