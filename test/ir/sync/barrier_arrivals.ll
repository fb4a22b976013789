; Where lanes of a warp may part, block barriers of twins for GPUs are at one place,
; and those that lanes have to execute together tell which one comes. Copies of a
; line are one barrier; without a line, those of a function are. Barriers of a part
; of the block, and assembly that does something else too, stay.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s --check-prefix SITES
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-target=cpu -S %s | FileCheck %s --check-prefix NONE
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-mode=off -S %s | FileCheck %s --check-prefix NONE
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; NONE-NOT: @__warpsan_unit_bases
; NONE-NOT: @__warpsan_barrier
; CHECK: @__warpsan_unit_bases = internal addrspace(1) externally_initialized global [2 x i32] zeroinitializer
; CHECK: @__warpsan_unit_kernel = {{.*}}@__warpsan_unit_bases

; CHECK-LABEL: define {{.*}}@kernel(
; CHECK-NOT: @__warpsan_barrier_arrive(
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: call void @__warpsan_barrier_arrive(ptr %{{.*}}, ptr addrspacecast (ptr addrspace(1) @__warpsan_unit_bases to ptr), i32 0)
; CHECK-NEXT: call i32 @__warpsan_barrier(i32 0, i1 false)
; CHECK-NEXT: call void @__warpsan_block_barrier(
; CHECK: call void @__warpsan_barrier_arrive({{.*}}, i32 1)
; CHECK-NEXT: call i32 @__warpsan_barrier(i32 0, i1 false)
; CHECK: call void @__warpsan_barrier_arrive({{.*}}, i32 1)
; CHECK-NEXT: %[[COUNT:.*]] = call i32 @__warpsan_barrier(i32 1, i1 true)
; CHECK-NOT: @__warpsan_barrier_arrive(
; CHECK: call i32 @__warpsan_barrier(i32 0, i1 false)
; CHECK: call i32 @__warpsan_barrier(i32 2, i1 false)
; CHECK: call void asm sideeffect "bar.sync 0;\0A\09membar.gl;"
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
; CHECK: call void @__warpsan_barrier_arrive({{.*}}, i32 2)
; CHECK-NEXT: call i32 @__warpsan_barrier(i32 0, i1 false)
; CHECK-NOT: @__warpsan_barrier_arrive(
; CHECK: store i32 %[[COUNT]],
; CHECK: ret void

; SITES-NOT: variable
; SITES: barrier 0 function=kernel at kernel:10:0
; SITES-NEXT: barrier 1 function=kernel at kernel:11:3
; SITES-NEXT: barrier 2 function=kernel{{$}}
; SITES-NEXT: barrier 3 function=votes{{$}}
; SITES-NEXT: barrier 4 function=known_size{{$}}
; SITES-NEXT: barrier 5 function=apart{{$}}
; SITES-NOT: barrier 6
define ptx_kernel void @kernel(ptr %p) !dbg !3 {
  store i32 1, ptr %p, align 4
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %few = icmp ult i32 %thread, 8
  br i1 %few, label %some, label %all
some:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !5
  br label %all
all:
  call void asm sideeffect "bar.sync 0;", "~{memory}"(), !dbg !6
  %n = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 1, i1 true), !dbg !7
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0), !dbg !8
  call void asm sideeffect "barrier.sync $0;", "n,~{memory}"(i32 2), !dbg !8
  call void asm sideeffect "bar.sync 0;\0A\09membar.gl;", "~{memory}"(), !dbg !8
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64), !dbg !8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %n, ptr %p, align 4
  ret void
}

; Whether all are true, or one is, follows from a count.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_votes(
; CHECK: %[[NOT:.*]] = xor i1 %true, true
; CHECK: %[[FALSE:.*]] = call i32 @__warpsan_barrier(i32 0, i1 %[[NOT]])
; CHECK: %[[ALL:.*]] = icmp eq i32 %[[FALSE]], 0
; CHECK: %[[TRUE:.*]] = call i32 @__warpsan_barrier(i32 3, i1 %true)
; CHECK: %[[ANY:.*]] = icmp ne i32 %[[TRUE]], 0
; CHECK: select i1 %[[ALL]], i1 %[[ANY]], i1 false
define ptx_kernel void @votes(ptr %p, i1 %true) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %few = icmp ult i32 %thread, 8
  br i1 %few, label %some, label %rest
some:
  %all = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %true)
  %any = call i1 @llvm.nvvm.barrier.cta.red.or.all(i32 3, i1 %true)
  %both = select i1 %all, i1 %any, i1 false
  store i1 %both, ptr %p, align 1
  br label %rest
rest:
  ret void
}

; The threads are those of the block, whether the barrier says so or not.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_known_size(
; CHECK: call i32 @__warpsan_barrier(i32 1, i1 false)
; CHECK-NOT: barrier.cta
; CHECK: ret void
define ptx_kernel void @known_size(ptr %p) "nvvm.reqntid"="64" {
  store i32 1, ptr %p, align 4
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %few = icmp ult i32 %thread, 8
  br i1 %few, label %some, label %rest
some:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  br label %rest
rest:
  ret void
}

; All threads come to these as often: a loop that turns as the arguments say, behind
; lanes that do something else in between.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_together(
; CHECK-NOT: @__warpsan_barrier
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @together(ptr %p, i32 %turns) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %few = icmp ult i32 %thread, 8
  br label %loop
loop:
  %turn = phi i32 [ 0, %entry ], [ %next, %join ]
  br i1 %few, label %some, label %join
some:
  store i32 %turn, ptr %p, align 4
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %turn, 1
  %done = icmp eq i32 %next, %turns
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; So do they if the size of the block says how often, and which blocks at all.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_halves(
; CHECK-NOT: @__warpsan_barrier
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
define ptx_kernel void @halves(ptr %p, i32 %blocks) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %is.one = icmp slt i32 %block, %blocks
  br i1 %is.one, label %loop, label %exit
loop:
  %half = phi i32 [ %size, %0 ], [ %next, %loop ]
  store i32 %half, ptr %p, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = lshr i32 %half, 1
  %done = icmp eq i32 %next, 0
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; The loop turns as often as the lane says.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_apart(
; CHECK: call void @__warpsan_barrier_arrive(
; CHECK: ret void
; One in a program; no optimiser may put it at two places.
; CHECK: define linkonce_odr i32 @__warpsan_barrier(i32 %0, i1 %1) #[[PLACE:[0-9]+]]
; CHECK-NEXT: %3 = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 %0, i1 %1)
; CHECK-NEXT: ret i32 %3
; CHECK: attributes #[[PLACE]] = { convergent noinline nounwind }
define ptx_kernel void @apart(ptr %p) {
entry:
  %turns = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 0, ptr %p, align 4
  br label %loop
loop:
  %turn = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %turn, 1
  %done = icmp ugt i32 %next, %turns
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "kernel", file: !1, line: 9, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 10, scope: !3)
!6 = !DILocation(line: 11, column: 3, scope: !3)
!7 = !DILocation(line: 11, column: 20, scope: !3)
!8 = !DILocation(line: 12, scope: !3)
