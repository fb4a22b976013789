; The bytes of a tile are split up among the lanes by its lines: the rows of a
; row-major tile, else the columns.
; RUN: %opt -passes='print<warpsan-accesses>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @intrinsics(ptr %p, ptr addrspace(3) %s, i32 %ldm, float %f, double %d) {
; A is 32 x 16, B 16 x 8, C and D 32 x 8.
; CHECK-LABEL: accesses of intrinsics:
; CHECK-NEXT: read scope=none size=32 address=%p lines=32 stride=%ldm*2
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.load.a.row.stride.f16.p0(ptr %p, i32 %ldm)
; CHECK-NEXT: read scope=none size=64 address=%p lines=16 stride=%ldm*2
  %b = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.load.a.col.stride.f16.p0(ptr %p, i32 %ldm)
; CHECK-NEXT: read scope=none size=16 address=%s lines=16 stride=8*2
  %c = call { i32, i32 } @llvm.nvvm.wmma.m32n8k16.load.b.row.bf16.p3(ptr addrspace(3) %s)
; CHECK-NEXT: read scope=none size=32 address=%s lines=8 stride=16*2
  %e = call { i32, i32 } @llvm.nvvm.wmma.m32n8k16.load.b.col.bf16.p3(ptr addrspace(3) %s)
; CHECK-NEXT: read scope=none size=16 address=%p lines=16 stride=16*1
  %g = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.b.col.u8.p0(ptr %p)
; CHECK-NEXT: read scope=none size=32 address=%p lines=16 stride=8*4
  %h = call { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k8.load.a.row.tf32.p0(ptr %p)
; CHECK-NEXT: read scope=none size=64 address=%p lines=8 stride=%ldm*8
  %i = call { double, double } @llvm.nvvm.wmma.m8n8k4.load.c.row.stride.f64.p0(ptr %p, i32 %ldm)
; CHECK-NEXT: write scope=none size=32 address=%p lines=32 stride=%ldm*4
  call void @llvm.nvvm.wmma.m32n8k16.store.d.row.stride.f32.p0(ptr %p, float %f, float %f, float %f, float %f, float %f, float %f, float %f, float %f, i32 %ldm)
; CHECK-NEXT: write scope=none size=128 address=%p lines=8 stride=32*4
  call void @llvm.nvvm.wmma.m32n8k16.store.d.col.f32.p0(ptr %p, float %f, float %f, float %f, float %f, float %f, float %f, float %f, float %f)
; Elements of less than a byte are not.
; CHECK-NEXT: read {{.*}} not-analysed=MatrixAccess
  %j = call i32 @llvm.nvvm.wmma.m8n8k32.load.a.row.s4.p0(ptr %p)
; CHECK-NEXT: read scope=none size=16 address=%s lines=8{{$}}
  %k = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %s)
; CHECK-NEXT: read scope=none size=16 address=%s lines=16{{$}}
  %l = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3) %s)
; CHECK-NEXT: write scope=none size=16 address=%s lines=32{{$}}
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %s, i32 0, i32 0, i32 0, i32 0)
  ret void
}

define ptx_kernel void @assembly(ptr %p, i32 %window, i32 %ldm, i32 %v) {
; CHECK-LABEL: accesses of assembly:
; CHECK-NEXT: read scope=none size=16 address=%window+512 shared-window lines=32{{$}}
  %a = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0,$1,$2,$3}, [$4+512];", "=r,=r,=r,=r,r,~{memory}"(i32 %window)
; CHECK-NEXT: write scope=none size=16 address=%window shared-window lines=8{{$}}
  call void asm sideeffect "stmatrix.sync.aligned.x1.trans.m8n8.shared::cta.b16 [$0], {$1};", "r,r,~{memory}"(i32 %window, i32 %v)
; CHECK-NEXT: read scope=none size=32 address=%p lines=16 stride=%ldm*2
  %c = call { i32, i32 } asm sideeffect "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {$0,$1,$0,$1,$0,$1,$0,$1}, [$2], $3;", "=r,=r,l,r,~{memory}"(ptr %p, i32 %ldm)
; CHECK-NEXT: write scope=none size=64 address=%p lines=16 stride=24*4
  call void asm sideeffect "wmma.store.d.sync.aligned.col.m16n16k16.f32 [$0], {$1,$1,$1,$1,$1,$1,$1,$1}, 24;", "l,r,~{memory}"(ptr %p, i32 %v)
; A second one of the same text is certain too, one that may not happen is not.
; CHECK-NEXT: read scope=none size=16 address=%window shared-window lines=8{{$}}
; CHECK-NEXT: read scope=none size=16 address=%window+128 shared-window lines=8{{$}}
  %d = call { i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$2]; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$1}, [$2+128];", "=r,=r,r,~{memory}"(i32 %window)
; CHECK-NEXT: read {{.*}} not-analysed=MatrixAccess
  %e = call i32 asm sideeffect "{ .reg .pred q; setp.ne.u32 q, $2, 0; @q ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1]; }", "=r,r,r,~{memory}"(i32 %window, i32 %v)
; CHECK-NOT: scope=
  ret void
}
