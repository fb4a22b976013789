; Kernels that ask how much shared memory their blocks have say so, however they ask
; and at whatever depth: cells in shared memory would make it more.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
declare i32 @llvm.nvvm.read.ptx.sreg.total_smem_size()
declare i32 @llvm.nvvm.read.ptx.sreg.aggr_smem_size()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK: kernel dynamic {{.*}} flags:{{.*}} shared-size reasons:
define ptx_kernel void @dynamic(ptr %p) {
  %size = call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  store i32 %size, ptr %p
  ret void
}
; CHECK: kernel total {{.*}} flags:{{.*}} shared-size reasons:
define ptx_kernel void @total(ptr %p) {
  %size = call i32 @llvm.nvvm.read.ptx.sreg.total_smem_size()
  store i32 %size, ptr %p
  ret void
}
; CHECK: kernel aggregate {{.*}} flags:{{.*}} shared-size reasons:
define ptx_kernel void @aggregate(ptr %p) {
  %size = call i32 @llvm.nvvm.read.ptx.sreg.aggr_smem_size()
  store i32 %size, ptr %p
  ret void
}
; CHECK: kernel assembly {{.*}} flags:{{.*}} shared-size reasons:
define ptx_kernel void @assembly(ptr %p) {
  %size = call i32 asm "mov.u32 $0, %dynamic_smem_size;", "=r"()
  store i32 %size, ptr %p
  ret void
}
; Text that nobody understands may ask, too.
; CHECK: kernel unknown {{.*}} flags:{{.*}} shared-size reasons:{{.*}} UnknownAsm
define ptx_kernel void @unknown(ptr %p) {
  %size = call i32 asm "frobnicate.u32 $0, %total_smem_size;", "=r"()
  store i32 %size, ptr %p
  ret void
}
; CHECK: kernel indirectly {{.*}} flags:{{.*}} shared-size reasons:
define ptx_kernel void @indirectly(ptr %p, i32 %n) {
  call void @ask(ptr %p, i32 %n)
  ret void
}
; CHECK: kernel other
; CHECK-NOT: shared-size
; CHECK-SAME: reasons:
define ptx_kernel void @other(ptr %p) {
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  store i32 %size, ptr %p
  ret void
}
define internal void @ask(ptr %p, i32 %n) {
  %size = call i32 asm "mov.u32 $0, %dynamic_smem_size;", "=r"()
  store i32 %size, ptr %p
  %less = sub i32 %n, 1
  call void @ask(ptr %p, i32 %less)
  ret void
}
