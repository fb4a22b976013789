; -warpsan-elide takes lists: none, names, and names with no- in front.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=BOTH
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=none -disable-output %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=local -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOCAL
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=all,no-local -disable-output %s 2>&1 | FileCheck %s --check-prefix=CONSTANT
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(4) constant i32 0

; BOTH-COUNT-2: proved
; NONE-NOT: proved
; LOCAL: checked read
; LOCAL: proved local
; CONSTANT: checked write
; CONSTANT: proved constant
define ptx_kernel void @kernel(ptr addrspace(5) %p) {
  %v = load i32, ptr addrspacecast (ptr addrspace(4) @table to ptr), align 4
  store i32 1, ptr addrspace(5) %p, align 4
  ret void
}
