; What is a term and what is none.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()

; CHECK-LABEL: kernel known
; CHECK: read of 1 at arg1{{$}}
; CHECK-NEXT: read of 1 at zext64((1 + arg2)){{$}}
; CHECK-NEXT: read of 1 at (arg1 / 3){{$}}
; CHECK-NEXT: read of 1 at zext64(trunc8(arg2)){{$}}
; CHECK-NEXT: read of 1 at zext64(smin(arg2, tid.x)){{$}}
; CHECK-NEXT: read of 1 at (sext64(arg2) * arg1){{$}}
define ptx_kernel void @known(ptr %p, i64 %a, i32 %b) {
  %p0 = getelementptr i8, ptr %p, i64 %a
  %v0 = load i8, ptr %p0
  %b1 = add i32 %b, 1
  %i1 = zext i32 %b1 to i64
  %p1 = getelementptr i8, ptr %p, i64 %i1
  %v1 = load i8, ptr %p1
  %i2 = udiv i64 %a, 3
  %p2 = getelementptr i8, ptr %p, i64 %i2
  %v2 = load i8, ptr %p2
  %b3 = and i32 %b, 255
  %i3 = zext i32 %b3 to i64
  %p3 = getelementptr i8, ptr %p, i64 %i3
  %v3 = load i8, ptr %p3
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %less = icmp slt i32 %t, %b
  %b4 = select i1 %less, i32 %t, i32 %b
  %i4 = zext i32 %b4 to i64
  %p4 = getelementptr i8, ptr %p, i64 %i4
  %v4 = load i8, ptr %p4
  %b5 = sext i32 %b to i64
  %i5 = mul i64 %b5, %a
  %p5 = getelementptr i8, ptr %p, i64 %i5
  %v5 = load i8, ptr %p5
  ret void
}

; Lanes, what memory holds and shifts by numbers are opaque. Wide numbers and steps that grow
; are nothing.
; CHECK-LABEL: kernel unknown
; CHECK: root 0 arg0
; CHECK-NEXT: form root 0 read of 4 at (4 * zext64(opaque0[0 .. 31])){{$}}
; CHECK-NEXT: form root 0 read of 4 at 0{{$}}
; CHECK-NEXT: form root 0 read of 4 at (4 * sext64(opaque1[-2147483648 .. 2147483647])){{$}}
; CHECK-NEXT: form root 0 read of 4 at (4 * sext64(opaque2[block: -2147483648 .. 2147483647])){{$}}
; CHECK-NEXT: form root 0 read of 4 at any{{$}}
; CHECK-NOT: form
; CHECK-LABEL: kernel address
; CHECK-SAME: open-stores unrooted-checks
; CHECK-NOT: root
; CHECK: {{^}}site
define ptx_kernel void @unknown(ptr %p, i32 %a, i128 %wide) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %p0 = getelementptr i32, ptr %p, i32 %lane
  %v0 = load i32, ptr %p0, align 4
  %held = load i32, ptr %p, align 4
  %p1 = getelementptr i32, ptr %p, i32 %held
  %v1 = load i32, ptr %p1, align 4
  %part = shl i32 1, %a
  %p2 = getelementptr i32, ptr %p, i32 %part
  %v2 = load i32, ptr %p2, align 4
  %shifted = lshr i128 %wide, 3
  %low = trunc i128 %shifted to i64
  %p3 = getelementptr i32, ptr %p, i64 %low
  %v3 = load i32, ptr %p3, align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %i1, %loop ]
  %square = mul i64 %i, %i
  %p4 = getelementptr i32, ptr %p, i64 %square
  %v4 = load i32, ptr %p4, align 4
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, 100
  br i1 %c, label %loop, label %end
end:
  ret void
}

; An integer that is an address has no root.
define ptx_kernel void @address(i64 %a) {
  %p = inttoptr i64 %a to ptr
  store i32 1, ptr %p, align 4
  ret void
}
