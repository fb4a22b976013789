; Sites are numbered with the checked ones first; copies of one instruction by
; inlining into two kernels are one site without debug information.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(4) constant i32 7

define internal void @put(ptr %p) {
  store i32 1, ptr %p, align 4
  ret void
}
define ptx_kernel void @first(ptr %p) {
  %v = load i32, ptr addrspacecast (ptr addrspace(4) @table to ptr), align 4
  call void @put(ptr %p)
  ret void
}
define ptx_kernel void @second(ptr %p) {
  call void @put(ptr %p)
  %v = load i32, ptr %p, align 4
  ret void
}
; CHECK: kernel first parameters=1 sites: 2 0 flags:
; CHECK: kernel second parameters=1 sites: 0 1 flags:
; CHECK: site 0 checked write {{.*}} function=put ordinal=1 constant-value 1
; CHECK: site 1 checked read {{.*}} function=second ordinal=1
; CHECK: site 2 proved constant read {{.*}} function=first ordinal=1
