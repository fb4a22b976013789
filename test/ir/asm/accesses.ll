; Accesses in inline assembly: kind, scope, size and address come from the text.
; RUN: %opt -passes='print<warpsan-accesses>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %p, i32 %window, i32 %v, i64 %address) {
; CHECK: read scope=none size=4 address=%p
  %a = call i32 asm sideeffect "ld.global.cg.s32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
; CHECK-NEXT: read scope=none size=16 address=%p+32
  %b = call { float, float, float, float } asm sideeffect "ld.global.cg.v4.f32 {$0,$1,$2,$3}, [$4+32];", "=f,=f,=f,=f,l,~{memory}"(ptr %p)
; CHECK-NEXT: write scope=none size=1 address=%address
  call void asm sideeffect "st.global.wt.u8 [$0], $1;", "l,r,~{memory}"(i64 %address, i32 %v)
; CHECK-NEXT: atomic-load scope=device size=4 address=%p
  %c = call i32 asm sideeffect "ld.relaxed.gpu.b32 $0,[$1];", "=r,l,~{memory}"(ptr %p)
; CHECK-NEXT: atomic-store scope=block size=4 address=%p
  call void asm sideeffect "st.release.cta.b32 [$0],$1;", "l,r,~{memory}"(ptr %p, i32 %v)
; CHECK-NEXT: atomic-rmw scope=system size=4 address=%p
  %d = call i32 asm sideeffect "atom.add.acq_rel.sys.s32 $0,[$1],$2;", "=r,l,r,~{memory}"(ptr %p, i32 %v)
; CHECK-NEXT: atomic-rmw scope=device size=2 address=%p
  %e = call i16 asm sideeffect "{ atom.add.noftz.f16 $0,[$1],$2; }\0A", "=h,l,h,~{memory}"(ptr %p, i16 1)
; CHECK-NEXT: write scope=none size=4 address=%window shared-window
  call void asm sideeffect "st.shared.u32 [$0], $1;", "r,r,~{memory}"(i32 %window, i32 %v)
; CHECK-NEXT: read scope=none size=4 address=%p volatile
  %f = call i32 asm sideeffect "ld.volatile.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
; CHECK-NEXT: read scope=none size=4 address=%p non-coherent
  %g = call i32 asm "ld.global.nc.s32 $0, [$1];", "=r,l"(ptr %p)
; Arithmetic is no access.
; CHECK-NOT: scope=
  %h = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  ret void
}
