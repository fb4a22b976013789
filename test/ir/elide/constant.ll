; Objects that no kernel writes need no check: the constant space and constant
; variables. A variable that is only not written here is checked.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='warpsan-instrument' -pass-remarks=warpsan -disable-output %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-constant -disable-output %s 2>&1 | FileCheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"
@coefficients = addrspace(4) externally_initialized constant [4 x i32] zeroinitializer
@table = internal addrspace(1) constant [4 x i32] zeroinitializer
@text = private constant [4 x i8] c"abc\00"
@variable = addrspace(1) externally_initialized global i32 0

; REMARK: access needs no check: the object is never written while a kernel runs
; CHECK: site 0 checked read scope=none size=4 space=global
; CHECK: site 1 proved constant read scope=none size=4
; CHECK: site 2 proved constant read scope=none size=2
; CHECK: site 3 proved constant read scope=none size=1
; OFF-NOT: proved
define ptx_kernel void @kernel(i64 %i) {
  %p = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(4) @coefficients to ptr), i64 0, i64 %i
  %a = load i32, ptr %p, align 4
  %q = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 0, i64 %i
  %b = load i16, ptr %q, align 4
  %r = getelementptr [4 x i8], ptr @text, i64 0, i64 %i
  %c = load i8, ptr %r, align 1
  %d = load i32, ptr addrspacecast (ptr addrspace(1) @variable to ptr), align 4
  ret void
}
