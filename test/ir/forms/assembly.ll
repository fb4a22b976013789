; Inline assembly: what is decoded has forms, what may store unseen is open.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel decoded
; CHECK-NOT: {{open-stores|unrooted-checks}}
; CHECK-SAME: reasons
; CHECK: form root 0 write of 4 at 8
define ptx_kernel void @decoded(ptr %p) {
  call void asm sideeffect "st.global.wt.u32 [$0+8], $1;", "l,r,~{memory}"(ptr %p, i32 1)
  ret void
}
; CHECK-LABEL: kernel perhaps
; CHECK-SAME: open-stores
define ptx_kernel void @perhaps(ptr %p, i32 %c) {
  call void asm sideeffect "{ .reg .pred q; setp.ne.u32 q, $2, 0; @q st.global.u32 [$0], $1; }", "l,r,r,~{memory}"(ptr %p, i32 1, i32 %c)
  ret void
}
; CHECK-LABEL: kernel perhapsRead
; CHECK-NOT: open-stores
; CHECK-SAME: reasons
define ptx_kernel void @perhapsRead(ptr %p, i32 %c) {
  %v = call i32 asm sideeffect "{ .reg .pred q; setp.ne.u32 q, $2, 0; @q ld.global.u32 $0, [$1]; }", "=r,l,r,~{memory}"(ptr %p, i32 %c)
  ret void
}
; CHECK-LABEL: kernel perhapsShared
; CHECK-NOT: open-stores
; CHECK-SAME: reasons
define ptx_kernel void @perhapsShared(i32 %p, i32 %c) {
  call void asm sideeffect "{ .reg .pred q; setp.ne.u32 q, $2, 0; @q st.shared.u32 [$0], $1; }", "r,r,r,~{memory}"(i32 %p, i32 1, i32 %c)
  ret void
}
; CHECK-LABEL: kernel unknown
; CHECK-SAME: open-stores unrooted-checks
define ptx_kernel void @unknown(ptr %p) {
  call void asm sideeffect "frobnicate.sync [$0];", "l,~{memory}"(ptr %p)
  ret void
}
; CHECK-LABEL: kernel barrier
; CHECK-NOT: open-stores
; CHECK-SAME: reasons
define ptx_kernel void @barrier(i32 %mask) {
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  call void asm sideeffect "bar.sync $0, 64;", "r"(i32 %mask)
  ret void
}
