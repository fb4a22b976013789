; Fences and acquire or release operations are noted for the kernel; relaxed
; atomics order nothing.
; RUN: %opt -passes='print<warpsan-sync-effects>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: effects of ordered:
define ptx_kernel void @ordered(ptr %p) {
; CHECK: event=fence scope=device sequential flags: fence reasons:
; CHECK: event=fence scope=cluster sequential flags: fence reasons:
; CHECK: event=fence scope=system sequential flags: fence reasons:
; CHECK: event=fence scope=device flags: fence reasons:
; CHECK: event=none flags: fence reasons:
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.fence.sc.cluster()
  fence seq_cst
  call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
  store atomic i32 1, ptr %p release, align 4
; CHECK-COUNT-2: event=none flags: fence strong reasons:
  %a = call i32 asm sideeffect "ld.acquire.gpu.b32 $0,[$1];", "=r,l,~{memory}"(ptr %p)
  %b = call i32 asm sideeffect "atom.add.release.gpu.u32 $0,[$1],$2;", "=r,l,r,~{memory}"(ptr %p, i32 1)
  ret void
}
; CHECK-LABEL: effects of relaxed:
define ptx_kernel void @relaxed(ptr %p) {
; CHECK-NOT: fence
  %a = atomicrmw add ptr %p, i32 1 monotonic, align 4
  %b = atomicrmw add ptr %p, i32 1 seq_cst, align 4, !warpsan.cuda !0
  %c = call i32 asm sideeffect "ld.relaxed.gpu.b32 $0,[$1];", "=r,l,~{memory}"(ptr %p)
  %d = load volatile i32, ptr %p, align 4
  ret void
}
!0 = !{}
