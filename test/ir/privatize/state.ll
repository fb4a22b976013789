; Mode ld: what lives across the start of a region has a slot, which the dispatcher puts back
; and the digest tells about; so has an array of the thread. The digest goes on from that of what
; the region has stored, with the number of the next start. Values of parameters and thread numbers
; alone stand in front of all regions and have none.
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=ld -warpsan-elide=none -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef, align 4

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK-DAG: %warpsan.slot = alloca i64
; CHECK-DAG: %warpsan.slot.saved = alloca i64
; CHECK-DAG: %local.saved = alloca [4 x i32]
; CHECK-DAG: %local = alloca [4 x i32]
; CHECK-DAG: call void @llvm.memset{{.*}}(ptr align 4 %local, i8 0, i64 16, i1 false)
; CHECK-NOT: alloca
; CHECK: %double = add i32 %{{.*}}, %{{.*}}
; CHECK: store i64 0, ptr %warpsan.slot
; CHECK: call i32 @__warpsan_region_enter(
; CHECK: %x = load i64, ptr %
; CHECK-NEXT: store i64 %x, ptr %warpsan.slot
; CHECK: %[[STORED:.*]] = load i64, ptr %warpsan.stored
; CHECK-NEXT: %[[STEPS:.*]] = load i32, ptr %warpsan.steps
; CHECK-NEXT: %[[NUMBERED:.*]] = xor i64 %[[STORED]], 2
; CHECK-NEXT: %[[SPREAD:.*]] = mul i64 %[[NUMBERED]], -7046029254386353131
; CHECK-NEXT: %[[HIGH:.*]] = lshr i64 %[[SPREAD]], 29
; CHECK-NEXT: %[[SEED:.*]] = xor i64 %[[SPREAD]], %[[HIGH]]
; CHECK-NEXT: %[[VALUE:.*]] = load i64, ptr %warpsan.slot
; CHECK-NEXT: %[[LOW:.*]] = lshr i64 %[[VALUE]], 0
; CHECK-NEXT: xor i64 %[[SEED]], %[[LOW]]
; CHECK: %[[DIGEST:.*]] = call i64 @__warpsan_digest(ptr %{{.*}}, ptr %local, i64 16, i64 %
; CHECK-NEXT: call i32 @__warpsan_region_end(ptr %{{.*}}, i64 %[[DIGEST]], i32 %[[STEPS]])
; CHECK: store i32 1, ptr %warpsan.start
; CHECK-NEXT: %[[KEPT:.*]] = load i64, ptr %warpsan.slot
; CHECK-NEXT: store i64 %[[KEPT]], ptr %warpsan.slot.saved
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 4 %local.saved, ptr align 4 %local, i64 16
; CHECK: warpsan.dispatch:
; CHECK-NEXT: %[[SAVED:.*]] = load i64, ptr %warpsan.slot.saved
; CHECK-NEXT: store i64 %[[SAVED]], ptr %warpsan.slot
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 4 %local, ptr align 4 %local.saved, i64 16
define ptx_kernel void @kernel(ptr %p, i32 %n) {
entry:
  %local = alloca [4 x i32], align 4
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %double = add i32 %t, %t
  %at = getelementptr i32, ptr addrspace(3) @tile, i32 %double
  %x = load i64, ptr addrspace(3) %at, align 8
  %element = getelementptr i32, ptr %local, i32 %n
  store i32 %t, ptr %element, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %double, ptr addrspace(3) @tile, align 4
  %own = load i32, ptr %local, align 4
  store i32 %own, ptr %p, align 4
  store i64 %x, ptr %p, align 8
  ret void
}
