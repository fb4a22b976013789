; Variables of the thread need no check, also when they are passed by reference
; and stay in memory; anything that may be another object is checked.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -S %s 2>&1 | FileCheck %s
; RUN: %opt -passes='warpsan-instrument' -pass-remarks=warpsan -disable-output %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-stack -S %s 2>&1 | FileCheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"

define internal void @put(ptr %p, i64 %i) {
  %slot = getelementptr i32, ptr %p, i64 %i
  store i32 1, ptr %slot, align 4
  ret void
}
; REMARK: remark: {{.*}} access needs no check: the object is a local variable of the thread
; CHECK: site {{.*}} proved stack write {{.*}} function=put
; CHECK-LABEL: define {{.*}}@__warpsan_twin_local(
; CHECK-NOT: @__warpsan_access
; CHECK: ret void
; OFF-LABEL: define {{.*}}@__warpsan_twin_local(
; OFF: call void @__warpsan_access
; OFF: ret void
define ptx_kernel void @local(i64 %i, ptr %out) {
  %a = alloca [8 x i32], align 4
  call void @put(ptr %a, i64 %i)
  ret void
}
; CHECK-LABEL: define {{.*}}@__warpsan_twin_either(
; CHECK: call void @__warpsan_access
; CHECK: ret void
define ptx_kernel void @either(i64 %i, ptr %out, i1 %c) {
  %a = alloca [8 x i32], align 4
  %p = select i1 %c, ptr %a, ptr %out
  store i32 2, ptr %p, align 4
  ret void
}
