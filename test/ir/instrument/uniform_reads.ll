; Plain reads of global memory have flag 65536 if all lanes of a warp likely read the same words.
; RUN: %opt -passes=warpsan-instrument -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
@tile = internal addrspace(3) global [64 x i32] poison, align 4

; CHECK-LABEL: define {{.*}}@__warpsan_twin_loop(
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 0, i64 0, i32 65802)
define ptx_kernel void @loop(ptr %p, i32 %n) #0 {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %index = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %index
  %v = load i32, ptr %a, align 4
  store volatile i32 %v, ptr %p, align 4
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %done
done:
  ret void
}

; By the block's number, and pairs of words; not by a number from memory or the lane's, no part of a
; word, no store, no atomic load, no shared memory.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kinds(
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 0, i64 0, i32 65802)
; CHECK: call void @__warpsan_access({{.*}}, i64 8, i32 [[#]], i32 0, i64 0, i32 65802)
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 0, i64 0, i32 266)
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 0, i64 0, i32 266)
; CHECK: call void @__warpsan_access({{.*}}, i64 2, i32 [[#]], i32 0, i64 0, i32 266)
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 1, i64 {{.*}}, i32 270)
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 3, i64 0, i32 266)
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 0, i64 0, i32 9)
define ptx_kernel void @kinds(ptr %p, i32 %n) #0 {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %a = getelementptr i32, ptr %p, i32 %block
  %v = load i32, ptr %a, align 4
  %pair = getelementptr i64, ptr %p, i32 %block
  %u = load i64, ptr %pair, align 8
  %b = getelementptr i32, ptr %p, i32 %v
  %w = load i32, ptr %b, align 4
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = getelementptr i32, ptr %p, i32 %tid
  %x = load i32, ptr %c, align 4
  %d = getelementptr i8, ptr %p, i64 8
  %y = load i16, ptr %d, align 2
  %e = getelementptr i8, ptr %p, i64 64
  store i32 %w, ptr %e, align 4
  %f = getelementptr i8, ptr %p, i64 128
  %z = load atomic i32, ptr %f syncscope("device") monotonic, align 4
  %s = load i32, ptr addrspace(3) @tile, align 4
  store i32 %s, ptr addrspace(3) @tile, align 4
  ret void
}
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
