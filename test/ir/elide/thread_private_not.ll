; No proof for an array with any other access: another element, a wider access,
; another index, an address that escapes, code that nobody sees.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-barrier-interval -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@neighbour = internal addrspace(3) global [129 x i32] undef, align 4
@wide = internal addrspace(3) global [129 x i32] undef, align 4
@other = internal addrspace(3) global [129 x i32] undef, align 4
@escaped = internal addrspace(3) global [129 x i32] undef, align 4
@visible = addrspace(3) global [129 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
; CHECK-NOT: proved
define ptx_kernel void @kernel(ptr %out) "nvvm.reqntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %i = zext i32 %t to i64
  %j = zext i32 %u to i64
  %k = add i64 %i, 1
  %a = getelementptr [129 x i32], ptr addrspacecast (ptr addrspace(3) @neighbour to ptr), i64 0, i64 %i
  store i32 1, ptr %a, align 4
  %b = getelementptr [129 x i32], ptr addrspacecast (ptr addrspace(3) @neighbour to ptr), i64 0, i64 %k
  %c = load i32, ptr %b, align 4
  %d = getelementptr [129 x i32], ptr addrspacecast (ptr addrspace(3) @wide to ptr), i64 0, i64 %i
  store i64 1, ptr %d, align 4
  %e = getelementptr [129 x i32], ptr addrspacecast (ptr addrspace(3) @other to ptr), i64 0, i64 %j
  store i32 1, ptr %e, align 4
  %f = getelementptr [129 x i32], ptr addrspacecast (ptr addrspace(3) @escaped to ptr), i64 0, i64 %i
  store i32 1, ptr %f, align 4
  store ptr %f, ptr %out, align 8
  %g = getelementptr [129 x i32], ptr addrspacecast (ptr addrspace(3) @visible to ptr), i64 0, i64 %i
  store i32 1, ptr %g, align 4
  ret void
}
