; Volatile accesses: plain with a mark (auto), relaxed atomics of system scope
; (strong), plain without a mark (plain).
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=AUTO
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-volatile=strong -disable-output %s 2>&1 | FileCheck %s --check-prefix=STRONG
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-volatile=plain -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAIN
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %p) {
  %v = load volatile i32, ptr %p, align 4
  store volatile i32 %v, ptr %p, align 4
  ret void
}
; AUTO: kernel kernel {{.*}} flags: strong
; AUTO: read scope=none size=4 {{.*}} volatile
; AUTO: write scope=none size=4 {{.*}} volatile
; STRONG: kernel kernel {{.*}} flags: strong
; STRONG: atomic-load scope=system size=4 {{.*}} volatile
; STRONG: atomic-store scope=system size=4 {{.*}} volatile
; PLAIN: kernel kernel {{.*}} flags: global
; PLAIN: read scope=none size=4
; PLAIN-NOT: volatile
