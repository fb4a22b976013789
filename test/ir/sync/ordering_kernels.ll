; Only code that a kernel with a fence may run has what order beyond barriers needs:
; hooks, the flag of accesses (32), and, when lowered, calls of the functions for it.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -S %s | FileCheck %s --check-prefix=LOWERED
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TABLE
; TABLE: kernel without {{.*}} flags: block-barrier strong global reasons:
; TABLE: kernel with {{.*}} fence {{.*}} histories
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@__warpsan_twin_without(
; CHECK: call void @__warpsan_access({{.*}}, i32 266)
; CHECK-NOT: call void @__warpsan_strong
; CHECK: call void @__warpsan_block_barrier(
; CHECK: ret void
; LOWERED-LABEL: define {{.*}}@__warpsan_twin_without(
; LOWERED-NOT: leaveInterval
; LOWERED-NOT: observeAccess
; LOWERED-NOT: __warpsan_may_order
; LOWERED: ret void
define ptx_kernel void @without(ptr %flag) #0 {
  %old = atomicrmw add ptr %flag, i32 1 monotonic, align 4, !warpsan.cuda !0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; CHECK-LABEL: define {{.*}}@__warpsan_twin_with(
; CHECK: call void @__warpsan_strong
; CHECK: call void @helper.warpsan(
; CHECK: call void @__warpsan_fence(
; CHECK: ret void
; LOWERED-LABEL: define {{.*}}@__warpsan_twin_with(
; LOWERED: call {{.*}}leaveInterval
; LOWERED-NOT: __warpsan_may_order
; LOWERED: ret void
define ptx_kernel void @with(ptr %flag, i32 %n) #0 {
  %old = atomicrmw add ptr %flag, i32 1 monotonic, align 4, !warpsan.cuda !0
  call void @helper(ptr %flag, i32 %n)
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; CHECK-LABEL: define {{.*}}@helper.warpsan(
; CHECK: call void @__warpsan_access({{.*}}, i32 44)
; CHECK: ret void
define internal void @helper(ptr %p, i32 %n) #0 {
  store i32 %n, ptr %p, align 4
  %less = sub i32 %n, 1
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %again, label %done
again:
  call void @helper(ptr %p, i32 %less)
  br label %done
done:
  ret void
}
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
!0 = !{}
