; A parameter passed by value is the thread's own; what a pointer in it points
; to is not.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -S %s 2>&1 | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -pass-remarks=warpsan -disable-output %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-parameter -disable-output %s 2>&1 | FileCheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"

define internal i32 @get(ptr %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
; REMARK: access needs no check: the object is the thread's copy of a by-value parameter
; CHECK: site 0 checked write
; CHECK: site 1 proved parameter read
; OFF: site 0 checked read {{.*}} function=get
define ptx_kernel void @kernel(ptr byval({ ptr, i32 }) align 8 %arguments) {
  %field = getelementptr i8, ptr %arguments, i64 8
  %v = call i32 @get(ptr %field)
  %out = load ptr, ptr %arguments, align 8
  store i32 %v, ptr %out, align 4
  ret void
}
