; An address in the local space is one of the thread's own memory.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='warpsan-instrument' -pass-remarks=warpsan -disable-output %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-local -disable-output %s 2>&1 | FileCheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"

; REMARK: access needs no check: the address space is that of thread-private memory
; CHECK: site 0 checked write scope=none size=2
; CHECK: site 1 proved local write scope=none size=4
; OFF: site 0 checked write scope=none size=4
define ptx_kernel void @kernel(i64 %address) {
  %p = inttoptr i64 %address to ptr addrspace(5)
  store i32 1, ptr addrspace(5) %p, align 4
  %q = inttoptr i64 %address to ptr
  store i16 1, ptr %q, align 2
  ret void
}
