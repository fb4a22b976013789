; Mode ld: where accesses go. Shared memory: to the warp's copy; global memory: through the write
; buffer; memory that may be either: as the run time finds. What memcpy and memset do is done by the run
; time. A store that may cross lines goes in pieces. What may have gone to a copy is read back: other
; lanes may have stored there with the same instruction. What the run time has told the thread of its
; copy and of lines goes along. Behind a store to the copy stands the note that its piece was touched.
; Checks of global memory stay in the plain version, in a branch for passes of the grid that record, and
; all in the recorded one.
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=ld -warpsan-elide=none -S %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef, align 4
@room = external addrspace(3) global [0 x i8], align 16

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: call i32 @__warpsan_region_enter(ptr %{{.*}}, ptr {{.*}}@__warpsan_shared_{{.*}}, i64 256, ptr addrspacecast (ptr addrspace(3) @room to ptr))
; CHECK: %[[FIRST:.*]] = call i64 @__warpsan_region_first(
; CHECK-NEXT: %[[BYTES:.*]] = call i32 @__warpsan_region_bytes(
; CHECK-NEXT: %[[ROW:.*]] = call i32 @__warpsan_region_row(
; CHECK-NEXT: %[[ASKED:.*]] = call i32 @__warpsan_region_records(
; CHECK-NEXT: %[[RECORDS:.*]] = icmp ne i32 %[[ASKED]], 0
; CHECK-NOT: observe_recorded
; CHECK: %[[OWN:.*]] = load i64, ptr %warpsan.copy
; CHECK-NEXT: %[[COPY:.*]] = call ptr @__warpsan_redirect_shared(ptr %{{.*}}, ptr addrspacecast (ptr addrspace(3) @__warpsan_shared___warpsan_twin_kernel to ptr), i64 4, i64 %[[FIRST]], i32 %[[BYTES]], i64 %[[OWN]])
; CHECK-NEXT: store i32 %n, ptr %[[COPY]], align 4
; CHECK-NEXT: %[[FOUND:.*]] = load volatile i32, ptr %[[COPY]], align 4
; CHECK-NEXT: %[[DIFFERS:.*]] = icmp ne i32 %[[FOUND]], %n
; CHECK-NEXT: %[[TOLD:.*]] = zext i1 %[[DIFFERS]] to i32
; CHECK-NEXT: call void @__warpsan_region_stored(ptr %{{.*}}, ptr %[[COPY]], i32 %[[TOLD]])
; CHECK-NEXT: %[[HERE:.*]] = load i64, ptr %warpsan.copy
; CHECK-NEXT: %[[NOTES:.*]] = load i64, ptr %warpsan.touched
; CHECK-NEXT: call void @__warpsan_redirect_touch(ptr %{{.*}}, ptr %[[COPY]], i64 1, i64 %[[HERE]], i32 %[[BYTES]], i64 %[[NOTES]], i32 %[[ROW]])
; CHECK: %[[SAME:.*]] = load i64, ptr %warpsan.copy
; CHECK-NEXT: %[[DYNAMIC:.*]] = call ptr @__warpsan_redirect_shared(ptr %{{.*}}, ptr addrspacecast (ptr addrspace(3) @room to ptr), i64 8, i64 %[[FIRST]], i32 %[[BYTES]], i64 %[[SAME]])
; CHECK-NEXT: store i64 5, ptr %[[DYNAMIC]], align 8
; CHECK: br i1 %[[RECORDS]], label %[[TELL:.*]], label %[[ON:.*]]
; CHECK: {{^}}[[TELL]]:
; CHECK-NEXT: call void @__warpsan_observe_global(
; CHECK-NEXT: br label %[[ON]]
; CHECK: {{^}}[[ON]]:
; CHECK-NEXT: %[[LINES:.*]] = load ptr, ptr %warpsan.lines
; CHECK-NEXT: %[[FROM:.*]] = call ptr @__warpsan_redirect_load(ptr %{{.*}}, ptr %p, i64 4, i32 2, ptr %warpsan.room, ptr %[[LINES]])
; CHECK-NEXT: load i32, ptr %[[FROM]], align 4
; CHECK: br i1 %[[RECORDS]], label %[[TELL2:.*]], label %[[ON2:.*]]
; CHECK: {{^}}[[TELL2]]:
; CHECK-NEXT: call void @__warpsan_observe_global(
; CHECK-NEXT: br label %[[ON2]]
; CHECK: {{^}}[[ON2]]:
; CHECK-NEXT: %[[TO:.*]] = call ptr @__warpsan_redirect_store(ptr %{{.*}}, ptr %either, i64 4, i32 0)
; CHECK-NEXT: store i32 %{{.*}}, ptr %[[TO]], align 4
; CHECK-NEXT: load volatile i32, ptr %[[TO]], align 4
; CHECK: store i64 %{{.*}}, ptr %warpsan.room, align 4
; CHECK-NEXT: call void @__warpsan_redirect_copy(ptr %{{.*}}, ptr %p, ptr %warpsan.room, i64 8)
; CHECK: call void @__warpsan_redirect_copy(ptr %{{.*}}, ptr %p, ptr addrspacecast (ptr addrspace(3) @__warpsan_shared_
; CHECK: call void @__warpsan_redirect_fill(ptr %{{.*}}, ptr %p, i32 3, i64 16)
; CHECK: warpsan.dispatch:
; CHECK-NOT: observe_global(
; CHECK: call void @__warpsan_observe_recorded(ptr %{{.*}}, ptr addrspacecast (ptr addrspace(3)
; CHECK: call void @__warpsan_observe_recorded(ptr %{{.*}}, ptr %p,
define ptx_kernel void @kernel(ptr %p, i32 %n, i1 %which) {
entry:
  %shared = addrspacecast ptr addrspace(3) @tile to ptr
  store i32 %n, ptr addrspace(3) @tile, align 4
  store i64 5, ptr addrspace(3) @room, align 8
  %either = select i1 %which, ptr %p, ptr %shared
  %x = load i32, ptr %p, align 4
  store i32 %x, ptr %either, align 4
  %wide = zext i32 %x to i64
  store i64 %wide, ptr %p, align 4
  call void @llvm.memcpy.p0.p3.i64(ptr align 4 %p, ptr addrspace(3) align 4 @tile, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 3, i64 16, i1 false)
  ret void
}
