; Matrix loads and stores are sites that are not analysed, but order nothing;
; the product of fragments in registers is arithmetic.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel kernel {{.*}} sites: 0 1 flags: reasons:{{ *$}}
; CHECK: site 0 not-analysed MatrixAccess read
; CHECK: site 1 not-analysed MatrixAccess read
define ptx_kernel void @kernel(ptr %p, <2 x half> %h, float %f) {
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %p, i32 16)
  %b = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0,$1,$2,$3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 0)
  %c = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.row.f32.f32(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %f, float %f, float %f, float %f, float %f, float %f, float %f, float %f)
  ret void
}
