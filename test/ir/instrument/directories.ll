; A relative name of a file comes with the directory that it is relative to, each once; an
; absolute one stands for itself.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not='{{^file }}'
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %p) !dbg !6 {
  store i32 1, ptr %p, align 4, !dbg !9
  %a = getelementptr i32, ptr %p, i64 1
  store i32 2, ptr %a, align 4, !dbg !10
  %b = getelementptr i32, ptr %p, i64 2
  store i32 3, ptr %b, align 4, !dbg !11
  ret void
}
; CHECK: site 0
; CHECK: file a.cu in /project/src
; CHECK-NEXT: file include/a.h in /project

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.cu", directory: "/project/src")
!3 = !DIFile(filename: "include/a.h", directory: "/project")
!4 = !DIFile(filename: "/usr/include/b.h", directory: "/project/src")
!5 = !DISubroutineType(types: !{})
!6 = distinct !DISubprogram(name: "kernel", scope: !2, file: !2, line: 1, type: !5, unit: !0)
!7 = distinct !DISubprogram(name: "inner", scope: !3, file: !3, line: 1, type: !5, unit: !0)
!8 = distinct !DISubprogram(name: "library", scope: !4, file: !4, line: 1, type: !5, unit: !0)
!9 = !DILocation(line: 2, column: 1, scope: !6)
!10 = !DILocation(line: 3, column: 1, scope: !7, inlinedAt: !9)
!11 = !DILocation(line: 4, column: 1, scope: !8, inlinedAt: !9)
