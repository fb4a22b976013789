; Matrix loads and stores order nothing; the product of fragments in registers
; is arithmetic. Forms whose tile is not modelled are sites that are not analysed.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel kernel {{.*}} sites: 0 1 2 3 flags: shared global unrooted-checks reasons:{{ *$}}
; CHECK: site 0 checked read scope=none size=32 space=global {{.*}} matrix
; CHECK: site 1 checked read scope=none size=16 space=shared {{.*}} inline-asm matrix
; CHECK: site 2 not-analysed MatrixAccess read
; CHECK: site 3 not-analysed MatrixAccess read
define ptx_kernel void @kernel(ptr %p, <2 x half> %h, float %f) {
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %p, i32 16)
  %b = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0,$1,$2,$3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 0)
  %c = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.row.f32.f32(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %f, float %f, float %f, float %f, float %f, float %f, float %f, float %f)
  %d = call i32 @llvm.nvvm.wmma.m8n8k128.load.a.row.b1.p0(ptr %p)
  %e = call { i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {$0,$1}, [$2];", "=r,=r,r,~{memory}"(i32 0)
  ret void
}
