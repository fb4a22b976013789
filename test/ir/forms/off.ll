; -warpsan-elide=no-launch: no tables, no numbers in checks, and flags that say so.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -S %s 2>&1 | FileCheck %s --check-prefixes=CHECK,ON
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-launch -S %s 2>&1 | FileCheck %s --check-prefixes=CHECK,OFF
target triple = "nvptx64-nvidia-cuda"

; ON: kernel kernel {{.*}} flags: global reasons
; ON-NEXT: root 0 arg0
; ON-NEXT: form root 0 write of 4 at 0
; OFF: kernel kernel {{.*}} flags: global open-stores unrooted-checks reasons
; OFF-NEXT: site
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; ON: call void @__warpsan_access({{.*}}, i32 270)
; OFF: call void @__warpsan_access({{.*}}, i32 14)
define ptx_kernel void @kernel(ptr %p) {
  store i32 1, ptr %p, align 4
  ret void
}
