; A check stands before the whole assembly. Accesses that may not happen, whose
; address is made inside, or that follow a barrier inside are not analysed.
; RUN: %opt -passes='print<warpsan-accesses>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %p, i32 %v) {
; CHECK: write {{.*}} not-analysed=UnknownAsm
  call void asm sideeffect "{ .reg .pred q; setp.ne.u32 q, $1, 0; @q st.global.u32 [$0], $1; }", "l,r,~{memory}"(ptr %p, i32 %v)
; CHECK-NEXT: read {{.*}} not-analysed=UnknownAsm
  %a = call i32 asm sideeffect "{ .reg .b64 a; add.u64 a, $1, 4; ld.global.u32 $0, [a]; }", "=r,l,~{memory}"(ptr %p)
; CHECK-NEXT: read {{.*}} not-analysed=UnknownAsm
  %b = call i32 asm sideeffect "bar.sync 0; ld.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
; The access before the barrier is.
; CHECK-NEXT: write scope=none size=4 address=%p
; CHECK-NOT: not-analysed
  call void asm sideeffect "st.global.u32 [$0], $1; bar.sync 0;", "l,r,~{memory}"(ptr %p, i32 %v)
  ret void
}
