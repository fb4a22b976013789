; Mode ld: a kernel without shared memory has one region, and launches that only sweep over what its
; blocks wrote run none of it. A thread whose pass leads nowhere ends.
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=ld -warpsan-elide=none -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@count = addrspace(1) externally_initialized global i32 0, align 4

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: %[[IDLE:.*]] = call i32 @__warpsan_region_enter(ptr %{{.*}}, ptr null, i64 0, ptr null)
; CHECK-NEXT: %[[RUNS:.*]] = icmp eq i32 %[[IDLE]], 0
; CHECK-NEXT: br i1 %[[RUNS]], label %warpsan.enter, label %warpsan.done
; CHECK: warpsan.enter:
; CHECK-NEXT: call i64 @__warpsan_region_first(
; CHECK-NEXT: call i32 @__warpsan_region_bytes(
; CHECK-NEXT: call i32 @__warpsan_region_row(
; CHECK-NEXT: %[[ASKED:.*]] = call i32 @__warpsan_region_records(
; CHECK-NEXT: icmp ne i32 %[[ASKED]], 0
; CHECK: %[[LINES:.*]] = load ptr, ptr %warpsan.lines
; CHECK-NEXT: %[[FIELD:.*]] = call ptr @__warpsan_redirect_load(ptr %{{.*}}, ptr %{{.*}}, i64 4, i32 0, ptr %warpsan.room, ptr %[[LINES]])
; CHECK-NEXT: load i32, ptr %[[FIELD]]
; CHECK: %[[TO:.*]] = call ptr @__warpsan_redirect_store(ptr %{{.*}}, ptr addrspacecast (ptr addrspace(1) @count to ptr), i64 4, i32 2)
; CHECK-NEXT: store i32 %{{.*}}, ptr %[[TO]]
; CHECK: warpsan.done:
; CHECK-NEXT: call void @__warpsan_kernel_exit(
; CHECK-NEXT: ret void
; CHECK: warpsan.leave:
; CHECK-NEXT: %[[NEXT:.*]] = call i32 @__warpsan_region_leave(
; CHECK-NEXT: store i32 %[[NEXT]], ptr %warpsan.next
; CHECK-NEXT: %[[ENDS:.*]] = icmp eq i32 %[[NEXT]], 0
; CHECK-NEXT: br i1 %[[ENDS]], label %warpsan.done, label %warpsan.dispatch
define ptx_kernel void @kernel(ptr byval({i32, ptr}) align 8 %arrays) {
entry:
  %field = getelementptr {i32, ptr}, ptr %arrays, i32 0, i32 1
  %values = load ptr, ptr %field, align 8
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %sum = phi i32 [0, %entry], [%more, %loop]
  %at = getelementptr i32, ptr %values, i32 %i
  %x = load i32, ptr %at, align 4
  %more = add i32 %sum, %x
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, 10
  br i1 %ends, label %out, label %loop
out:
  store i32 %more, ptr addrspace(1) @count, align 4
  ret void
}
