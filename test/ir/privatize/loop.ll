; Mode ld: a loop with two barriers has three regions, one from the entry and one from each
; barrier, and barriers become ends of regions. The dispatcher leads to each of them, in a plain
; version and in one that records; both go on in the plain one. A round of the loop adds one, and
; at the limit, which is rare, it asks for the next one: 0 leaves the region.
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=ld -warpsan-elide=none -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-elide=none -S %s | FileCheck %s --check-prefix=FSM
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef, align 4

; FSM-NOT: region_
; CHECK: @__warpsan_shared___warpsan_twin_kernel = internal addrspace(3) global [256 x i8] undef, align 16
; CHECK-LABEL: define {{.*}}@kernel(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: call void @__warpsan_kernel_enter(
; CHECK: call i32 @__warpsan_region_enter(ptr %[[CONTEXT:.*]], ptr addrspacecast (ptr addrspace(3) @__warpsan_shared___warpsan_twin_kernel to ptr), i64 256, ptr null)
; CHECK: store i32 0, ptr %warpsan.start
; CHECK: %[[NEXT:.*]] = call i32 @__warpsan_region_end(
; CHECK-NEXT: store i32 %[[NEXT]], ptr %warpsan.next
; CHECK-NEXT: %[[OVER:.*]] = icmp eq i32 %[[NEXT]], 0
; CHECK-NEXT: br i1 %[[OVER]], label %[[BEHIND:.*]], label %warpsan.dispatch
; CHECK: [[BEHIND]]:
; CHECK-NEXT: call void @__warpsan_block_barrier(
; CHECK-NEXT: br label %[[SECOND:.*]]
; CHECK: [[SECOND]]: {{.*}}preds = %warpsan.plain, %[[BEHIND]]
; CHECK-NEXT: call i64 @__warpsan_region_copy(
; CHECK-NOT: {{br|switch}}
; CHECK: store i32 1, ptr %warpsan.start
; CHECK: call i32 @__warpsan_region_end(
; CHECK: store i32 2, ptr %warpsan.start
; CHECK: %[[STEPS:.*]] = load i32, ptr %warpsan.steps
; CHECK-NEXT: %[[ROUND:.*]] = add i32 %[[STEPS]], 1
; CHECK-NEXT: store i32 %[[ROUND]], ptr %warpsan.steps
; CHECK-NEXT: %[[LIMIT:.*]] = load i32, ptr %warpsan.limit
; CHECK-NEXT: %[[ATLIMIT:.*]] = icmp uge i32 %[[ROUND]], %[[LIMIT]]
; CHECK-NEXT: br i1 %[[ATLIMIT]], label %[[ASK:warpsan.limit.*]], label %[[ONWARDS:.*]], !prof ![[RARE:.*]]
; CHECK: {{^}}[[ASK]]:
; CHECK-NEXT: %[[ROUNDS:.*]] = load i32, ptr %warpsan.steps
; CHECK-NEXT: %[[FURTHER:.*]] = call i32 @__warpsan_region_step(ptr %[[CONTEXT]], i32 %[[ROUNDS]])
; CHECK-NEXT: store i32 %[[FURTHER]], ptr %warpsan.limit
; CHECK-NEXT: %[[LEAVES:.*]] = icmp eq i32 %[[FURTHER]], 0
; CHECK-NEXT: br i1 %[[LEAVES]], label %warpsan.leave, label %[[ONWARDS]]
; CHECK: {{^}}[[ONWARDS]]:
; CHECK-NEXT: br i1 %more, label %loop, label %done
; CHECK: call i32 @__warpsan_region_exit(
; CHECK: warpsan.dispatch:
; CHECK: br i1 {{.*}}, label %warpsan.recorded, label %warpsan.plain
; CHECK: warpsan.recorded:
; CHECK-NEXT: switch i32 {{.*}}, label %warpsan.none [
; CHECK-NEXT: i32 0, label %[[START:.*]].recorded
; CHECK-NEXT: i32 1, label %[[SECOND]].recorded
; CHECK-NEXT: i32 2, label %
; CHECK: warpsan.plain:
; CHECK-NEXT: switch i32 {{.*}}, label %warpsan.none [
; CHECK-NEXT: i32 0, label %[[START]]
; CHECK-NEXT: i32 1, label %[[SECOND]]
; CHECK: [[SECOND]].recorded:
; CHECK: call void @__warpsan_observe_recorded(
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ![[RARE]] = !{!"branch_weights", i32 1, i32 {{[0-9][0-9]+}}}
define ptx_kernel void @kernel(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %next = add i32 %t, 33
  %other = urem i32 %next, 64
  %from = getelementptr i32, ptr addrspace(3) @tile, i32 %other
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%i.next, %loop]
  %sum = phi i32 [0, %entry], [%sum.next, %loop]
  store i32 %sum, ptr addrspace(3) %at, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load i32, ptr addrspace(3) %from, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %sum.next = add i32 %sum, %x
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  %out = getelementptr i32, ptr %p, i32 %t
  store i32 %sum, ptr %out, align 4
  ret void
}
