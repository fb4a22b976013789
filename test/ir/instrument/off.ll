; -warpsan-mode=off changes nothing, not even inline assembly.
; RUN: %opt -passes='warpsan-instrument,warpsan-lower' -warpsan-mode=off -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument' -S %s | FileCheck %s --check-prefix=ON
target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: warpsan_
; CHECK: call i32 asm "ld.global.cg.s32 $0, [$1];", "=r,l"(ptr %p)
; ON: call i32 asm sideeffect "ld.global.cg.s32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
; ON: @__warpsan_twin_kernel
define ptx_kernel void @kernel(ptr %p) {
  %v = call i32 asm "ld.global.cg.s32 $0, [$1];", "=r,l"(ptr %p) nounwind memory(none)
  ret void
}
