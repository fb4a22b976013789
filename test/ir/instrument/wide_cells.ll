; A module whose launches may be too large for cells can keep histories instead, which
; its accesses (flag 32; 256 is the root) and its strong ones have to know.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s --check-prefix=SMALL
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-cells=wide -S %s | FileCheck %s --check-prefix=WIDE
; RUN: not %opt -passes=warpsan-instrument -warpsan-cells=big -disable-output %s 2>&1 | FileCheck %s --check-prefix=WRONG
; WRONG: -warpsan-cells
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; SMALL-LABEL: define {{.*}}@__warpsan_twin_kernel(
; SMALL: call void @__warpsan_access({{.*}}, i32 65802)
; SMALL-NOT: call void @__warpsan_strong
; SMALL: ret void
; WIDE-LABEL: define {{.*}}@__warpsan_twin_kernel(
; WIDE: call void @__warpsan_access({{.*}}, i32 65834)
; WIDE: call void @__warpsan_strong
define ptx_kernel void @kernel(ptr %flag, ptr %data) {
  %old = load i32, ptr %data, align 4
  %seen = atomicrmw add ptr %flag, i32 %old syncscope("device") acq_rel, align 4, !warpsan.cuda !0
  store i32 %seen, ptr %data, align 4
  ret void
}
!0 = !{}
