; Read-only tables, of virtual functions for instance, are known to the run
; time, except those that name undefined functions: the back end refuses them
; unless they are dropped as unused.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: @__warpsan_global_addresses = internal addrspace(1) constant [2 x ptr] [ptr @known, ptr addrspacecast (ptr addrspace(1) @digits to ptr)]
@known = linkonce_odr unnamed_addr constant { [1 x ptr] } { [1 x ptr] [ptr @defined] }
@digits = internal addrspace(1) constant [2 x i8] c"01"
@abstract = linkonce_odr unnamed_addr constant { [1 x ptr] } { [1 x ptr] [ptr @__cxa_pure_virtual] }

declare void @__cxa_pure_virtual()
define internal void @defined() {
  ret void
}
define ptx_kernel void @kernel(ptr %p) {
  store i32 1, ptr %p, align 4
  ret void
}
