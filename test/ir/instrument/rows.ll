; Checks whose address grows with the lane by the size of the access have flag 16384, and
; all checks of global memory in that code 32768; others have neither.
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -warpsan-cells=lines -S %s | FileCheck %s --check-prefix=LOWERED
; RUN: %opt -passes=warpsan-instrument -warpsan-cells=lines -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-cells=lines -disable-output %s 2>&1 | FileCheck %s --check-prefix=TABLE
; Nobody pays who did not ask for it.
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -S %s | FileCheck %s --check-prefix=SMALL
; SMALL-NOT: checkWithLines
; TABLE: kernel rows {{.*}} flags: global rows reasons:
; TABLE: kernel columns {{.*}} flags: sub-word global reasons:
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; LOWERED-LABEL: define {{.*}}@__warpsan_twin_rows(
; LOWERED: call {{.*}}checkWithLines
; LOWERED-LABEL: define {{.*}}@__warpsan_twin_columns(
; LOWERED-NOT: checkWithLines
; LOWERED: ret void
; CHECK-LABEL: define {{.*}}@__warpsan_twin_rows(
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 0, i64 0, i32 49418)
; CHECK: call void @__warpsan_access({{.*}}, i64 16, i32 [[#]], i32 0, i64 0, i32 49418)
; CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 1, i64 0, i32 33038)
define ptx_kernel void @rows(ptr %p) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %block, %threads
  %i = add i32 %first, %tid
  %index = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %index
  %v = load i32, ptr %a, align 4
  %b = getelementptr <4 x i32>, ptr %p, i64 %index
  %w = load <4 x i32>, ptr %b, align 16
  store i32 0, ptr %p, align 4
  ret void
}

; A stride of more, the same for all, a byte, and the number of the warp. Reads of the same have
; flag 65536 (uniform_reads.ll).
; CHECK-LABEL: define {{.*}}@__warpsan_twin_columns(
; CHECK: call void @__warpsan_access({{.*}}, i32 266)
; CHECK: call void @__warpsan_access({{.*}}, i32 65802)
; CHECK: call void @__warpsan_access({{.*}}, i32 266)
; CHECK: call void @__warpsan_access({{.*}}, i32 65802)
define ptx_kernel void @columns(ptr %p) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %a = getelementptr [2 x i32], ptr %p, i64 %index
  %v = load i32, ptr %a, align 4
  %w = load i32, ptr %p, align 4
  %b = getelementptr i8, ptr %p, i64 %index
  %x = load i8, ptr %b, align 1
  %warp = lshr i64 %index, 5
  %c = getelementptr i32, ptr %p, i64 %warp
  %y = load i32, ptr %c, align 4
  ret void
}
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
