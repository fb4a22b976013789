; The tables are internal, since several units may be linked into one module;
; the host finds them by the name of a kernel. Addresses of the variables stand
; beside them.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TABLE
target triple = "nvptx64-nvidia-cuda"
@counter = addrspace(1) externally_initialized global i32 0, align 4
@unused = addrspace(1) global i32 0, align 4
@tile = internal addrspace(3) global [64 x i32] undef, align 4

define ptx_kernel void @kernel() {
  store i32 1, ptr addrspacecast (ptr addrspace(1) @counter to ptr), align 4
  store i32 1, ptr addrspacecast (ptr addrspace(3) @tile to ptr), align 4
  ret void
}
; CHECK: @__warpsan_module_info = internal addrspace(1) constant [{{[0-9]+}} x i8] {{.*}}align 8
; CHECK: @__warpsan_global_addresses = internal addrspace(1) constant [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @counter to ptr), ptr null], align 8
; CHECK: @__warpsan_unit_kernel = addrspace(1) constant [3 x ptr] [ptr addrspacecast (ptr addrspace(1) @__warpsan_module_info to ptr), ptr addrspacecast (ptr addrspace(1) @__warpsan_global_addresses to ptr), ptr null], align 8
; CHECK: @llvm.used = {{.*}}@__warpsan_module_info
; TABLE: variable counter space=global size=4
; TABLE-NOT: unused
; TABLE: variable tile space=shared size=256
