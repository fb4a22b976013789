; Fields of a struct by value that the kernel only reads are known; of one that it
; writes, or that leaves it, they are not.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%S = type { ptr, i32, i32 }

; CHECK-LABEL: kernel reads
; CHECK-NEXT: root 0 arg1
; CHECK-NEXT: form root 0 write of 4 at (4 * sext64(arg1[8]))
define ptx_kernel void @reads(i32 %n, ptr byval(%S) align 8 %s) {
  %copy = alloca %S, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %s, i64 16, i1 false)
  %at = getelementptr %S, ptr %copy, i64 0, i32 1
  %i = load i32, ptr %at, align 8
  %a = load ptr, ptr %s, align 8
  %p = getelementptr i32, ptr %a, i32 %i
  store i32 1, ptr %p, align 4
  ret void
}
; CHECK-LABEL: kernel writes
; CHECK-NOT: root {{[0-9]}}
; CHECK-LABEL: kernel writesOne
; CHECK: form root 0 write of 4 at (4 * sext64(opaque0[-2147483648 .. 2147483647]))
; CHECK-LABEL: kernel leaves
; CHECK-NOT: root {{[0-9]}}
; CHECK-LABEL: kernel outside
; CHECK-NOT: root {{[0-9]}}
; CHECK: {{^}}site
define ptx_kernel void @writes(ptr byval(%S) align 8 %s, ptr %b) {
  %a = load ptr, ptr %s, align 8
  store i32 1, ptr %a, align 4
  store ptr %b, ptr %s, align 8
  ret void
}
define ptx_kernel void @writesOne(ptr byval(%S) align 8 %s, ptr %b, i1 %c) {
  %n = getelementptr %S, ptr %s, i64 0, i32 1
  %m = getelementptr %S, ptr %s, i64 0, i32 2
  %q = select i1 %c, ptr %n, ptr %m
  store i32 3, ptr %q, align 4
  %i = load i32, ptr %n, align 8
  %p = getelementptr i32, ptr %b, i32 %i
  store i32 1, ptr %p, align 4
  ret void
}
define ptx_kernel void @leaves(ptr byval(%S) align 8 %s) {
  %number = ptrtoint ptr %s to i64
  %a = load ptr, ptr %s, align 8
  store i64 %number, ptr %a, align 8
  ret void
}
define ptx_kernel void @outside(ptr byval(%S) align 8 %s) {
  %behind = getelementptr i8, ptr %s, i64 12
  %a = load ptr, ptr %behind, align 4
  store i32 1, ptr %a, align 4
  ret void
}
