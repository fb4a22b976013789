; Memory that malloc may give out anew between two accesses of a thread has no accesses in
; it: no access stands for a later one, in the whole module. Nor where each check is a
; yield point.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed 's/@malloc/@__nv_other/' %s | %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output 2>&1 | FileCheck %s --check-prefix=OTHER
; RUN: sed 's/@malloc/@__nv_other/' %s | %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-target=cpu -warpsan-yield=accesses -disable-output 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
; CHECK-NOT: covered
; OTHER: proved covered read {{.*}} function=twice ordinal=2
declare ptr @malloc(i64)
define ptx_kernel void @allocates(ptr %p) {
  %memory = call ptr @malloc(i64 8)
  store ptr %memory, ptr %p, align 8
  ret void
}
define ptx_kernel void @twice(ptr %p) {
  %a = load i32, ptr %p, align 4
  %b = load i32, ptr %p, align 4
  ret void
}
