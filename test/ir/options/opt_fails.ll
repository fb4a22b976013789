; opt fails on a wrong option too, and names the function.
; RUN: not %opt -passes='warpsan-instrument' -warpsan-mode=verify -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: in function kernel{{.*}}: warpsan: -warpsan-mode=verify: not available yet; allowed: fsm, off, ld, det
define ptx_kernel void @kernel() {
  ret void
}
