; What nobody knows may access and may synchronise, and each kind has a reason
; of the kernel and a site. Known library functions are none of them.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare void @elsewhere(ptr)
declare i32 @vprintf(ptr, ptr)
declare ptr @malloc(i64)
declare double @__nv_sin(double)

; Only known when it runs: instrument/other_units.ll.
; CHECK: kernel external {{.*}} flags: open open-stack histories open-stores unrooted-checks reasons: calls: elsewhere
define ptx_kernel void @external(ptr %p) {
  call void @elsewhere(ptr %p)
  ret void
}
; CHECK: kernel indirect {{.*}} reasons: IndirectCall
define ptx_kernel void @indirect(ptr %f) {
  call void %f()
  ret void
}
; CHECK: kernel assembly {{.*}} reasons: UnknownAsm
define ptx_kernel void @assembly(ptr %p) {
  call void asm sideeffect "frobnicate.sync [$0];", "l,~{memory}"(ptr %p)
  ret void
}
; CHECK: kernel intrinsic {{.*}} reasons: UnknownIntrinsic
define ptx_kernel void @intrinsic(ptr %p) {
  call void @llvm.clear_cache(ptr %p, ptr %p)
  ret void
}
; CHECK: kernel cluster {{.*}} reasons: Cluster
define ptx_kernel void @cluster() {
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  ret void
}
; CHECK: kernel async {{.*}} reasons: AsyncCopy
define ptx_kernel void @async(i32 %to, ptr %from) {
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2, $3;", "r,l,n,n,~{memory}"(i32 %to, ptr %from, i64 4, i64 4)
  ret void
}
; CHECK: kernel known {{.*}} sites: flags: heap reasons:
define ptx_kernel void @known(ptr %p, double %d) {
  %a = call i32 @vprintf(ptr %p, ptr null)
  %b = call ptr @malloc(i64 8)
  %c = call double @__nv_sin(double %d)
  ret void
}
; CHECK: not-analysed IndirectCall write {{.*}} function=indirect
; CHECK: not-analysed UnknownAsm write {{.*}} function=assembly
; CHECK: not-analysed UnknownIntrinsic write {{.*}} function=intrinsic
; CHECK: not-analysed AsyncCopy read {{.*}} function=async
; CHECK: not-analysed AsyncCopy write {{.*}} function=async
