; The read of an update is its store, if that stands at the same place in the source and
; surely follows, with nothing between that orders.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-covered -disable-output %s 2>&1 | FileCheck %s --check-prefix=OFF
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
; OFF-NOT: covered

; CHECK-DAG: proved covered read {{.*}} function=update ordinal=1 at
; CHECK-DAG: checked write {{.*}} function=update ordinal=2 update stands-for-more at
define ptx_kernel void @update(ptr %p) !dbg !3 {
  %old = load i32, ptr %p, align 4, !dbg !10
  %new = add i32 %old, 1
  store i32 %new, ptr %p, align 4, !dbg !10
  ret void
}
; CHECK-DAG: checked read {{.*}} function=otherPlace ordinal=1 at
; CHECK-DAG: checked write {{.*}} function=otherPlace ordinal=2 at
define ptx_kernel void @otherPlace(ptr %p) !dbg !4 {
  %old = load i32, ptr %p, align 4, !dbg !11
  %new = add i32 %old, 1
  store i32 %new, ptr %p, align 4, !dbg !12
  ret void
}
; CHECK-DAG: checked read {{.*}} function=noPlace ordinal=1{{$}}
; CHECK-DAG: checked write {{.*}} function=noPlace ordinal=2{{$}}
define ptx_kernel void @noPlace(ptr %p) {
  %old = load i32, ptr %p, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr %p, align 4
  ret void
}
; CHECK-DAG: checked read {{.*}} function=maybe ordinal=1 at
; CHECK-DAG: checked write {{.*}} function=maybe ordinal=2 at
define ptx_kernel void @maybe(ptr %p) !dbg !5 {
  %old = load i32, ptr %p, align 4, !dbg !13
  %isOdd = trunc i32 %old to i1
  br i1 %isOdd, label %then, label %end
then:
  %new = add i32 %old, 1
  store i32 %new, ptr %p, align 4, !dbg !13
  br label %end
end:
  ret void
}
; Whose store it is does not show: nothing says what else it stands for.
; CHECK-DAG: checked write {{.*}} function=readBack ordinal=1 constant-value
; CHECK-DAG: checked read {{.*}} function=readBack ordinal=2{{$}}
define ptx_kernel void @readBack(ptr %p) {
  store i32 1, ptr %p, align 4
  %v = load i32, ptr %p, align 4
  ret void
}
; What lies between may never end, or order.
declare void @vprintf(ptr, ptr)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
; CHECK-DAG: checked read {{.*}} function=notSurely ordinal=1 at
; CHECK-DAG: checked write {{.*}} function=notSurely ordinal=2 at
define ptx_kernel void @notSurely(ptr %p) !dbg !6 {
  %old = load i32, ptr %p, align 4, !dbg !14
  call void @vprintf(ptr null, ptr null)
  %new = add i32 %old, 1
  store i32 %new, ptr %p, align 4, !dbg !14
  ret void
}
; CHECK-DAG: checked read {{.*}} function=late ordinal=1 at
; CHECK-DAG: checked write {{.*}} function=late ordinal=2 at
define ptx_kernel void @late(ptr %p) !dbg !7 {
  %old = load i32, ptr %p, align 4, !dbg !15
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %new = add i32 %old, 1
  store i32 %new, ptr %p, align 4, !dbg !15
  ret void
}
; Another word.
; CHECK-DAG: checked read {{.*}} function=next ordinal=1 at
; CHECK-DAG: checked write {{.*}} function=next ordinal=2 at
define ptx_kernel void @next(ptr %p) !dbg !8 {
  %old = load i32, ptr %p, align 4, !dbg !16
  %next = getelementptr i32, ptr %p, i64 1
  store i32 %old, ptr %next, align 4, !dbg !16
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "update", file: !1, unit: !0)
!4 = distinct !DISubprogram(name: "otherPlace", file: !1, unit: !0)
!5 = distinct !DISubprogram(name: "maybe", file: !1, unit: !0)
!6 = distinct !DISubprogram(name: "notSurely", file: !1, unit: !0)
!7 = distinct !DISubprogram(name: "late", file: !1, unit: !0)
!8 = distinct !DISubprogram(name: "next", file: !1, unit: !0)
!10 = !DILocation(line: 10, column: 1, scope: !3)
!11 = !DILocation(line: 11, column: 1, scope: !4)
!12 = !DILocation(line: 11, column: 2, scope: !4)
!13 = !DILocation(line: 13, column: 1, scope: !5)
!14 = !DILocation(line: 14, column: 1, scope: !6)
!15 = !DILocation(line: 15, column: 1, scope: !7)
!16 = !DILocation(line: 16, column: 1, scope: !8)
