; CUDA's atomics are relaxed and of device scope whatever order the IR names;
; intrinsics name their scope; atomic loads and stores keep theirs.
; RUN: %opt -passes='print<warpsan-accesses>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %p, ptr %wide) {
; CHECK: atomic-rmw scope=device size=4 address=%p
  %a = atomicrmw add ptr %p, i32 1 seq_cst, align 4
; CHECK: atomic-rmw scope=device size=4 address=%p
  %b = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst, align 4, !warpsan.cuda !0
; CHECK: atomic-rmw scope=block size=4 address=%p
  %c = cmpxchg ptr %p, i32 1, i32 2 syncscope("block") monotonic monotonic, align 4
; CHECK: atomic-rmw scope=block size=4 address=%p
  %d = call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %p, i32 2)
; CHECK: atomic-rmw scope=system size=8 address=%wide
  %e = call i64 @llvm.nvvm.atomic.exch.gen.i.sys.i64.p0(ptr %wide, i64 2)
; CHECK: atomic-load scope=device size=4 address=%p
  %f = load atomic i32, ptr %p syncscope("device") acquire, align 4
; CHECK: atomic-store scope=system size=4 address=%p
  store atomic i32 1, ptr %p release, align 4
  ret void
}
!0 = !{}
