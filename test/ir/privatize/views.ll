; Mode ld: what a thread knows of its regions. What never changes is asked for once, in front of all
; of them; its copy, where it says what it stores there, its lines and its limit of rounds at each start, where the counts begin at 0. Ends
; are told a digest of all stores that name the root of their parameter: of address and value. Behind a
; parameter that is also read without a check, stores name none; in mode det they do, without a digest.
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=ld -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=ld -S %s | FileCheck %s --check-prefix=ONCE
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=det -S %s | FileCheck %s --check-prefix=DET
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef, align 4

; ONCE-LABEL: define {{.*}}@__warpsan_twin_writes(
; ONCE: call i32 @__warpsan_region_enter(
; ONCE: warpsan.enter:
; ONCE-NEXT: %[[FIRST:.*]] = call i64 @__warpsan_region_first(ptr %[[CONTEXT:.*]])
; ONCE-NEXT: %[[BYTES:.*]] = call i32 @__warpsan_region_bytes(ptr %[[CONTEXT]])
; ONCE-NEXT: %[[ROW:.*]] = call i32 @__warpsan_region_row(ptr %[[CONTEXT]])
; ONCE-NEXT: %[[ASKED:.*]] = call i32 @__warpsan_region_records(ptr %[[CONTEXT]])
; ONCE-NEXT: icmp ne i32 %[[ASKED]], 0
; ONCE-NOT: call {{.*}}@__warpsan_region_{{first|bytes|row|records}}(
; ONCE-LABEL: define {{.*}}@__warpsan_twin_update(

; CHECK-LABEL: define {{.*}}@__warpsan_twin_writes(
; CHECK: %[[RUNS:.*]] = icmp eq i32 %{{.*}}, 0
; CHECK-NEXT: br i1 %[[RUNS]], label %warpsan.enter, label %warpsan.done
; CHECK: warpsan.enter:
; CHECK: %[[RECORDS:.*]] = icmp ne i32 %{{.*}}, 0
; CHECK-NEXT: br label %[[START:.*]]
; CHECK: {{^}}[[START]]:
; CHECK-NEXT: %[[COPY:.*]] = call i64 @__warpsan_region_copy(
; CHECK-NEXT: store i64 %[[COPY]], ptr %warpsan.copy
; CHECK-NEXT: %[[TOUCHED:.*]] = call i64 @__warpsan_region_touched(
; CHECK-NEXT: store i64 %[[TOUCHED]], ptr %warpsan.touched
; CHECK-NEXT: %[[LINES:.*]] = call ptr @__warpsan_region_lines(
; CHECK-NEXT: store ptr %[[LINES]], ptr %warpsan.lines
; CHECK-NEXT: %[[LIMIT:.*]] = call i32 @__warpsan_region_limit(
; CHECK-NEXT: store i32 %[[LIMIT]], ptr %warpsan.limit
; CHECK-NEXT: store i32 0, ptr %warpsan.steps
; CHECK-NEXT: store i64 0, ptr %warpsan.stored
; CHECK-NEXT: store i32 0, ptr %warpsan.start
; CHECK: br i1 %[[RECORDS]], label %[[TELL:.*]], label %[[ON:.*]]
; CHECK: {{^}}[[TELL]]:
; CHECK-NEXT: call void @__warpsan_observe_global(ptr %{{.*}}, ptr %at, i64 4, i32 {{.*}}, i32 1, i64 {{.*}}, i32 270)
; CHECK-NEXT: br label %[[ON]]
; CHECK: {{^}}[[ON]]:
; CHECK-NEXT: %[[SOFAR:.*]] = load i64, ptr %warpsan.stored
; CHECK-NEXT: %[[ADDRESS:.*]] = ptrtoint ptr %at to i64
; CHECK-NEXT: %[[PLACE:.*]] = lshr i64 %[[ADDRESS]], 0
; CHECK-NEXT: %[[PLACED:.*]] = xor i64 %[[SOFAR]], %[[PLACE]]
; CHECK-NEXT: %[[SPREAD:.*]] = mul i64 %[[PLACED]], -7046029254386353131
; CHECK-NEXT: %[[HIGH:.*]] = lshr i64 %[[SPREAD]], 29
; CHECK-NEXT: %[[MIXED:.*]] = xor i64 %[[SPREAD]], %[[HIGH]]
; CHECK-NEXT: %[[LOW:.*]] = lshr i32 %n, 0
; CHECK-NEXT: %[[VALUE:.*]] = zext i32 %[[LOW]] to i64
; CHECK-NEXT: %[[VALUED:.*]] = xor i64 %[[MIXED]], %[[VALUE]]
; CHECK-NEXT: %[[SPREAD2:.*]] = mul i64 %[[VALUED]], -7046029254386353131
; CHECK-NEXT: %[[HIGH2:.*]] = lshr i64 %[[SPREAD2]], 29
; CHECK-NEXT: %[[DIGEST:.*]] = xor i64 %[[SPREAD2]], %[[HIGH2]]
; CHECK-NEXT: store i64 %[[DIGEST]], ptr %warpsan.stored
; CHECK-NEXT: %[[TO:.*]] = call ptr @__warpsan_redirect_store(ptr %{{.*}}, ptr %at, i64 4, i32 258)
; CHECK-NEXT: store i32 %n, ptr %[[TO]], align 4
; CHECK-NEXT: %[[STORED:.*]] = load i64, ptr %warpsan.stored
; CHECK-NEXT: %[[STEPS:.*]] = load i32, ptr %warpsan.steps
; CHECK-NEXT: %[[NUMBERED:.*]] = xor i64 %[[STORED]], 2
; CHECK-NEXT: %[[SPREAD3:.*]] = mul i64 %[[NUMBERED]], -7046029254386353131
; CHECK-NEXT: %[[HIGH3:.*]] = lshr i64 %[[SPREAD3]], 29
; CHECK-NEXT: %[[TOLD:.*]] = xor i64 %[[SPREAD3]], %[[HIGH3]]
; CHECK-NEXT: call i32 @__warpsan_region_end(ptr %{{.*}}, i64 %[[TOLD]], i32 %[[STEPS]])
; CHECK: call void @__warpsan_block_barrier(
; CHECK-NEXT: br label %[[SECOND:.*]]
; CHECK: {{^}}[[SECOND]]:
; CHECK-NEXT: %[[COPY:.*]] = call i64 @__warpsan_region_copy(
; CHECK-NEXT: store i64 %[[COPY]], ptr %warpsan.copy
; CHECK-NEXT: %[[TOUCHED:.*]] = call i64 @__warpsan_region_touched(
; CHECK-NEXT: store i64 %[[TOUCHED]], ptr %warpsan.touched
; CHECK-NEXT: %[[LINES:.*]] = call ptr @__warpsan_region_lines(
; CHECK-NEXT: store ptr %[[LINES]], ptr %warpsan.lines
; CHECK-NEXT: %[[LIMIT:.*]] = call i32 @__warpsan_region_limit(
; CHECK-NEXT: store i32 %[[LIMIT]], ptr %warpsan.limit
; CHECK-NEXT: store i32 0, ptr %warpsan.steps
; CHECK-NEXT: store i64 0, ptr %warpsan.stored
; CHECK-NEXT: store i32 1, ptr %warpsan.start
; CHECK: store i64 %[[DIGEST:.*]], ptr %warpsan.stored
; CHECK-NEXT: call ptr @__warpsan_redirect_store(ptr %{{.*}}, ptr %out, i64 4, i32 258)
; CHECK-NEXT: store i32
; CHECK-NEXT: %[[STORED:.*]] = load i64, ptr %warpsan.stored
; CHECK-NEXT: %[[STEPS:.*]] = load i32, ptr %warpsan.steps
; CHECK-NEXT: call i32 @__warpsan_region_exit(ptr %{{.*}}, i64 %[[STORED]], i32 %[[STEPS]])
; CHECK: {{^}}[[START]].recorded:
; CHECK-NEXT: %[[COPY:.*]] = call i64 @__warpsan_region_copy(
; CHECK-NEXT: store i64 %[[COPY]], ptr %warpsan.copy
; CHECK-NEXT: %[[TOUCHED:.*]] = call i64 @__warpsan_region_touched(
; CHECK-NEXT: store i64 %[[TOUCHED]], ptr %warpsan.touched
; CHECK-NEXT: %[[LINES:.*]] = call ptr @__warpsan_region_lines(
; CHECK-NEXT: store ptr %[[LINES]], ptr %warpsan.lines
; CHECK-NEXT: %[[LIMIT:.*]] = call i32 @__warpsan_region_limit(
; CHECK-NEXT: store i32 %[[LIMIT]], ptr %warpsan.limit
; CHECK-NEXT: store i32 0, ptr %warpsan.steps
; CHECK-NEXT: store i64 0, ptr %warpsan.stored
; CHECK-NEXT: store i32 0, ptr %warpsan.start
; CHECK: {{^}}[[SECOND]].recorded:
; CHECK-NEXT: %[[COPY:.*]] = call i64 @__warpsan_region_copy(
; CHECK-NEXT: store i64 %[[COPY]], ptr %warpsan.copy
; CHECK-NEXT: %[[TOUCHED:.*]] = call i64 @__warpsan_region_touched(
; CHECK-NEXT: store i64 %[[TOUCHED]], ptr %warpsan.touched
; CHECK-NEXT: %[[LINES:.*]] = call ptr @__warpsan_region_lines(
; CHECK-NEXT: store ptr %[[LINES]], ptr %warpsan.lines
; CHECK-NEXT: %[[LIMIT:.*]] = call i32 @__warpsan_region_limit(
; CHECK-NEXT: store i32 %[[LIMIT]], ptr %warpsan.limit
; CHECK-NEXT: store i32 0, ptr %warpsan.steps
; CHECK-NEXT: store i64 0, ptr %warpsan.stored
; CHECK-NEXT: store i32 1, ptr %warpsan.start
define ptx_kernel void @writes(ptr %out, i64 %place, i32 %n) {
entry:
  %at = getelementptr inbounds i32, ptr %out, i64 %place
  store i32 %n, ptr addrspace(3) @tile, align 4
  store i32 %n, ptr %at, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load i32, ptr addrspace(3) @tile, align 4
  store i32 %x, ptr %out, align 4
  ret void
}

; The load has no check: that of the store stands for it, too.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_update(
; CHECK: store i32 0, ptr %warpsan.start
; CHECK-NOT: observe_global
; CHECK: call ptr @__warpsan_redirect_load(ptr %{{.*}}, ptr %at, i64 4, i32 2,
; CHECK: call void @__warpsan_observe_global(ptr %{{.*}}, ptr %at, i64 4, i32 {{.*}}, i32 1, i64 {{.*}}, i32 270)
; CHECK-NOT: warpsan.stored
; CHECK: call ptr @__warpsan_redirect_store(ptr %{{.*}}, ptr %at, i64 4, i32 2)
; CHECK: call void @__warpsan_observe_global(ptr %{{.*}}, ptr %to, i64 4, i32 {{.*}}, i32 1, i64 {{.*}}, i32 526)
; CHECK: load i64, ptr %warpsan.stored
; CHECK: store i64 %{{.*}}, ptr %warpsan.stored
; CHECK-NEXT: call ptr @__warpsan_redirect_store(ptr %{{.*}}, ptr %to, i64 4, i32 514)
; CHECK: warpsan.dispatch:
; DET-LABEL: define {{.*}}@__warpsan_twin_update(
; DET: store i64 0, ptr %warpsan.stored
; DET-NOT: store i64 %{{.*}}, ptr %warpsan.stored
; DET: call ptr @__warpsan_redirect_store(ptr %{{.*}}, ptr %at, i64 4, i32 258)
; DET-NOT: store i64 %{{.*}}, ptr %warpsan.stored
; DET: call ptr @__warpsan_redirect_store(ptr %{{.*}}, ptr %to, i64 4, i32 514)
; DET: call i32 @__warpsan_region_exit(
define ptx_kernel void @update(ptr %values, ptr %out, i64 %place) !dbg !3 {
entry:
  %at = getelementptr inbounds i32, ptr %values, i64 %place
  %old = load i32, ptr %at, align 4, !dbg !5
  %new = add i32 %old, 1
  store i32 %new, ptr %at, align 4, !dbg !5
  %to = getelementptr inbounds i32, ptr %out, i64 %place
  store i32 %new, ptr %to, align 4, !dbg !6
  ret void
}

; What memcpy reads counts as read without a check.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_copies(
; CHECK: call void @__warpsan_redirect_copy(ptr %{{.*}}, ptr %out, ptr %values, i64 16)
; CHECK-NOT: warpsan.stored
; CHECK: call ptr @__warpsan_redirect_store(ptr %{{.*}}, ptr %at, i64 4, i32 2)
; CHECK: warpsan.dispatch:
define ptx_kernel void @copies(ptr %values, ptr %out, i64 %place) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %out, ptr align 4 %values, i64 16, i1 false)
  %at = getelementptr inbounds i32, ptr %values, i64 %place
  store i32 1, ptr %at, align 4
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "update", file: !1, unit: !0)
!5 = !DILocation(line: 5, column: 1, scope: !3)
!6 = !DILocation(line: 6, column: 1, scope: !3)
