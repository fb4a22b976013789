; The warp barrier tells the run time its mask; shuffles, votes, matches and
; reductions order nothing.
; RUN: %opt -passes='warpsan-instrument' -S %s | FileCheck %s
; RUN: %opt -passes='print<warpsan-sync-effects>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=EFFECT
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; EFFECT-LABEL: effects of kernel:
define ptx_kernel void @kernel(i32 %mask, i32 %v) {
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: call void @__warpsan_warp_barrier(ptr {{.*}}, i32 -1)
; EFFECT: event=warp-barrier flags: warp-barrier reasons:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: call void @__warpsan_warp_barrier(ptr {{.*}}, i32 %mask)
; EFFECT: event=warp-barrier flags: partial-warp-barrier reasons:
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
; CHECK: call void @__warpsan_warp_barrier(ptr {{.*}}, i32 255)
; EFFECT: event=warp-barrier flags: partial-warp-barrier reasons:
  call void asm sideeffect "bar.warp.sync 0xff;", "~{memory}"()
; CHECK-NOT: @__warpsan_warp_barrier
; CHECK: ret void
; EFFECT-NOT: event
  %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 true)
  %c = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %v)
  %d = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 -1)
  %e = call i32 @llvm.nvvm.activemask()
  %f = call i32 asm sideeffect "shfl.sync.down.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,r"(i32 %v, i32 1, i32 31, i32 -1)
  ret void
}
